/** The public face of engagement. */
export { bestHourOfClient } from '../../planning/schedules/best-hour.ts';
