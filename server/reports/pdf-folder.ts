/** What the names of folders begin with in which PDFs are made, among the temporary files of a machine. */
export const madeIn = 'report-';
