/** Reads a pasted table of texts: from a spreadsheet (tabs), as CSV (RFC 4180), or one text per line. */

/** The rows of a pasted table; empty ones are left out. Quotes may contain separators and line breaks. */
export function tableOf(pasted: string): string[][] {
  const text = pasted.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '');
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
  const endCell = (): void => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    if (row.some((each) => each !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[(at += 1)];
      else isQuoted = false;
    } else if (character === '"' && cell.trim() === '' && separator !== null) [cell, isQuoted] = ['', true];
    else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else cell += character;
  }
  endRow();
  return rows;
}

/** Tabs; otherwise semicolon or comma, whichever occurs equally often in every line; null: one text per line. */
function separatorOf(text: string): string | null {
  if (text.includes('\t')) return '\t';
  const outside = text.replaceAll(/"(?:[^"]|"")*"/g, '""');
  const lines = outside.split('\n').filter((line) => line.trim() !== '');
  const isEven = (separator: string): boolean => {
    const counts = new Set(lines.map((line) => line.split(separator).length));
    return counts.size === 1 && !counts.has(1);
  };
  if (isEven(';')) return ';';
  if (isSentences(outside, ',')) return text.trimStart().startsWith('"') ? ',' : null;
  // A single line with a comma is more often a sentence than a table; quotes mark it as a table.
  return isEven(',') && (lines.length > 1 || text.trimStart().startsWith('"'))
    ? ','
    : text.trimStart().startsWith('"')
      ? ','
      : null;
}

/** Whether a separator that also occurs in sentences has a space behind it wherever it stands, as in a sentence. */
export const isSentences = (text: string, separator: string): boolean =>
  (separator === ',' || separator === ';') &&
  text.includes(separator) &&
  !text.includes('"') &&
  text.split(separator).every((part, at) => at === 0 || /^[ \u00a0]/.test(part));
