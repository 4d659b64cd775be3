export { scheduleCalls } from './calls.ts';
export { bestHourOfClient, listMeasured, type MeasuredRow } from './best-hour.ts';
export { type DayRow, type FeedEventRow, countDays, listEvents, listForFeed } from './calendar-queries.ts';
export { checkSpan } from './calendar.ts';
export { countLiving as countLivingSchedules, insertSchedule } from './queries.ts';
export { checkTimes, saveSchedule } from './save.ts';
