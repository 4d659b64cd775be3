/** What other features may use of calendar feeds. */
export { openCalendarFeed } from './open.ts';
