/** The public face of reports. */
export { openReportPdf } from './pdf-calls.ts';
