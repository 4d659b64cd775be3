export { openReportPdf } from './pdf-calls.ts';
