export { openCalendarFeed } from './open.ts';
