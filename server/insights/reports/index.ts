export { oldReportLinks } from './link-queries.ts';
export { endReportDownloads, oldPdfs } from './pdf-queries.ts';
export { reportCalls } from './calls.ts';
export { openReportPdf, reportPdfCalls } from './pdf-calls.ts';
