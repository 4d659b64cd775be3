export { reportCalls } from './calls.ts';
export { openReportPdf, reportPdfCalls } from './pdf-calls.ts';
