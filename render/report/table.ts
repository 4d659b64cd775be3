import { largestOf } from '#rules/numbers.ts';
import { columnWidth, ink, page, type SetText, type Sheet } from './sheet.ts';

/** A column: its heading and its width in points. */
export type Column = { label: string; width: number; align?: 'start' | 'end' };

/** A cell: a text, its maximum number of lines (2), its link, and a picture (JPEG or PNG) before it. */
export type Cell = { text: string; most?: number; link?: string | null; picture?: Buffer | undefined; color?: string };

const size = 8.5;
const gap = 8;
const padding = 4;
const pictureSize = 26;

/**
 * Draws a table, its head again on every page. `onRow` is awaited after each row, so that other work can run in
 * between.
 */
export async function drawTable(
  sheet: Sheet,
  {
    columns,
    rows,
    onRow,
  }: { columns: readonly Column[]; rows: readonly (readonly Cell[])[]; onRow?: (index: number) => Promise<void> },
): Promise<void> {
  const table = sheet.group('Table');
  sheet.room(60);
  drawHead(sheet, columns, table);
  for (const [index, cells] of rows.entries()) {
    const set = cells.map((cell, at) => setCell(sheet, cell, columns[at]));
    const height = largestOf(set.map(({ height: own }) => own)) + 2 * padding;
    if (sheet.room(height)) drawHead(sheet, columns, table);
    const row = sheet.group('TR', table);
    let x: number = page.margin;
    for (const [at, cell] of set.entries()) {
      const column = columns[at];
      if (column === undefined) break;
      drawCell(sheet, cell, { x, column, row });
      x += column.width;
    }
    row.end();
    sheet.y += height;
    rule(sheet, ink.tint);
    await onRow?.(index);
  }
  table.end();
  sheet.y += 10;
}

function drawHead(sheet: Sheet, columns: readonly Column[], table: PDFKit.PDFStructureElement): void {
  const row = sheet.group('TR', table);
  let x: number = page.margin;
  for (const { label, width, align = 'start' } of columns) {
    const set = sheet.set(label, { size: 7.5, weight: 700, color: ink.dim, width: width - gap, most: 1 });
    const at = { x, y: sheet.y + 2, width: width - gap, align };
    sheet.element('TH', () => sheet.draw(set, at), { within: row });
    x += width;
  }
  row.end();
  sheet.y += 16;
  rule(sheet, ink.line);
}

type Set = SetText & { cell: Cell };

function setCell(sheet: Sheet, cell: Cell, column: Column | undefined): Set {
  const beside = cell.picture === undefined ? 0 : pictureSize + 6;
  const width = (column?.width ?? columnWidth) - gap - beside;
  const color = cell.link ? '#3b4bc4' : (cell.color ?? ink.text);
  const set = sheet.set(cell.text, { size, width, most: cell.most ?? 2, color });
  return { ...set, height: Math.max(set.height, cell.picture === undefined ? 0 : pictureSize), cell };
}

function drawCell(
  sheet: Sheet,
  { cell, ...set }: Set,
  { x, column, row }: { x: number; column: Column; row: PDFKit.PDFStructureElement },
): void {
  const { doc } = sheet;
  const y = sheet.y + padding;
  const beside = cell.picture === undefined ? 0 : pictureSize + 6;
  const width = column.width - gap - beside;
  if (cell.picture !== undefined) {
    doc.markContent('Artifact', { type: 'Layout' });
    doc.image(cell.picture, x, y, { cover: [pictureSize, pictureSize] });
    doc.endMarkedContent();
  }
  const draw = (): void => sheet.draw(set, { x: x + beside, y, width, align: column.align ?? 'start' });
  if (!cell.link) {
    sheet.element('TD', draw, { within: row });
    return;
  }
  const data = sheet.group('TD', row);
  const link = sheet.group('Link', data);
  link.add(draw);
  sheet.leadTo(cell.link, { x: x + beside, y, width, height: set.height, link });
  link.end();
  data.end();
}

/** A line across the page, which screen readers skip. */
export function rule(sheet: Sheet, color: string): void {
  const { doc } = sheet;
  doc.markContent('Artifact', { type: 'Layout' });
  doc
    .moveTo(page.margin, sheet.y)
    .lineTo(page.margin + columnWidth, sheet.y)
    .lineWidth(0.6)
    .strokeColor(color)
    .stroke();
  doc.endMarkedContent();
}
