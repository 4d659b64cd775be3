/** Whether a spreadsheet would read a text as a formula. */
const isFormula = /^[=+\-@\t\r]/;

const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const text = isFormula.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * Rows as CSV (RFC 4180), with the byte order mark that makes spreadsheets read UTF-8; no text is read as a formula.
 */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
