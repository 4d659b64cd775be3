/** The public face of calendar feeds. */
export { openCalendarFeed } from './open.ts';
