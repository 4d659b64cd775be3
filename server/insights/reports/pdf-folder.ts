/** The prefix of the temporary folders in which PDFs are made. */
export const madeIn = 'report-';
