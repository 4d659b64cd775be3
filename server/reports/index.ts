/** What other features may use of reports. */
export { openReportPdf } from './pdf-calls.ts';
