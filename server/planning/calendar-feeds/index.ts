export { calendarFeedCalls } from './calls.ts';
export { openCalendarFeed } from './open.ts';
