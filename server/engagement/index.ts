/** The public face of engagement. */
export { bestHourOfClient } from './best-hour.ts';
