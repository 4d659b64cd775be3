/** What other features may use of schedules. */
export { type DayRow, countDays, listEvents } from './calendar-queries.ts';
export { deleteSchedulesOfClient, insertSchedule } from './queries.ts';
