export { engagementCalls } from './calls.ts';
export { oldReadings } from './old-readings.ts';
