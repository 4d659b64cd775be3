/** What other features may use of engagement. */
export { bestHourOfClient } from './best-hour.ts';
