/** Lessons, tutorials and guides as tagged PDFs. */
import { noFallbacks } from '#render/layout/text/fallback-fonts.ts';
import { Sheet, columnWidth, page, ink } from '#render/report/sheet.ts';
import { drawTable } from '#render/report/table.ts';
import { gapsIn, sharesOf, textOf, type Block, type Span } from './blocks.ts';

/** One date for all guides: the day a file was made is not part of its content. */
const made = new Date('2026-01-01T12:00:00Z');
const colour = '#1f2a44';
const indent = 22;
const sizes: Readonly<Record<number, number>> = { 1: 22, 2: 14, 3: 11.5 };

/** A guide: `series` is above the title and at the foot of every page. */
export type Guide = Readonly<{ title: string; series: string; blocks: readonly Block[] }>;

/** Writes a guide to a file; returns its pages and the characters that no typeface has. */
export async function writeGuide(
  path: string,
  { title, series, blocks }: Guide,
): Promise<{ pages: number; missing: readonly string[] }> {
  const footer = series === title ? title : `${series} · ${title}`;
  const sheet = new Sheet(path, { title, author: '', made, footer, emoji: new Map(), fallbacks: noFallbacks });
  if (series !== title) sheet.paragraph('P', series, { size: 10.5, color: ink.dim, below: 2 });
  for (const block of blocks) await drawBlock(sheet, block);
  await sheet.end();
  return { pages: sheet.pages, missing: [...sheet.missing] };
}

/** The text in characters that this typeface has: tick boxes become brackets, arrows dashes. */
const words = (spans: readonly Span[]): string =>
  gapsIn(textOf(spans))
    .map(({ text }) => text)
    .join('')
    .replaceAll('☐', '[  ]')
    .replaceAll('→', '–');

/** Whether all of a text is bold; only then is it set in bold. A bold word within a text is set like the others. */
const isBold = (spans: readonly Span[]): boolean => spans.length > 0 && spans.every((span) => span.isBold);

function drawBlock(sheet: Sheet, block: Block): Promise<void> | void {
  switch (block.kind) {
    case 'heading':
      return drawHeading(sheet, block);
    case 'text':
      return drawText(sheet, block.spans);
    case 'list': {
      const list = sheet.group('L');
      for (const [index, spans] of block.items.entries())
        drawItem(sheet, { list, label: block.isOrdered ? `${block.start + index}.` : '•', spans });
      list.end();
      sheet.y += 6;
      return;
    }
    case 'quote':
      for (const spans of block.paragraphs) drawBeside(sheet, words(spans));
      sheet.y += 4;
      return;
    case 'code':
      for (const line of block.lines)
        sheet.paragraph('P', line === '' ? ' ' : line, { size: 9.5, color: ink.dim, below: 0 });
      sheet.y += 8;
      return;
    case 'table':
      return drawRows(sheet, block);
    case 'rule':
      sheet.y += 10;
      return;
    default:
      return block satisfies never;
  }
}

/** A bold sentence at the beginning of a text is set above it. */
function drawText(sheet: Sheet, spans: readonly Span[]): void {
  const [lead, ...rest] = spans;
  const isLed = lead !== undefined && lead.isBold && /[.:?!]$/.test(lead.text) && rest.length > 0;
  if (!isLed) return sheet.paragraph('P', words(spans), { size: 10.5, weight: isBold(spans) ? 700 : 400, below: 8 });

  sheet.room(40);
  sheet.paragraph('P', words([lead]), { size: 10.5, weight: 700, below: 1 });
  sheet.paragraph('P', words(rest).trimStart(), { size: 10.5, below: 8 });
}

function drawHeading(sheet: Sheet, { level, spans }: Extract<Block, { kind: 'heading' }>): void {
  const size = sizes[level] ?? 11;
  sheet.room(size * 5);
  if (level > 1) sheet.y += 8;
  sheet.paragraph(`H${level}`, words(spans), { size, weight: 700, color: colour, below: level === 1 ? 14 : 5 });
}

type Item = { list: PDFKit.PDFStructureElement; label: string; spans: readonly Span[] };

function drawItem(sheet: Sheet, { list, label, spans }: Item): void {
  const width = columnWidth - indent;
  const text = sheet.set(words(spans), { size: 10.5, width });
  sheet.room(Math.min(text.height, 400));
  const mark = sheet.set(label, { size: 10.5, width: indent, color: colour });
  const item = sheet.group('LI', list);
  sheet.element('Lbl', () => sheet.draw(mark, { x: page.margin + 4, y: sheet.y, width: indent }), { within: item });
  sheet.element('LBody', () => sheet.draw(text, { x: page.margin + indent, y: sheet.y, width }), { within: item });
  item.end();
  sheet.y += text.height + 3;
}

/** A quote: indented, with a line at its left. */
function drawBeside(sheet: Sheet, text: string): void {
  const width = columnWidth - indent - 10;
  const set = sheet.set(text, { size: 10.5, width, color: '#404a60' });
  sheet.room(Math.min(set.height, 500));
  const top = sheet.y;
  sheet.element('BlockQuote', () => {
    sheet.doc.rect(page.margin + 4, top, 2.5, set.height).fill('#8fa3c8');
    sheet.draw(set, { x: page.margin + indent, y: top, width });
  });
  sheet.y += set.height + 6;
}

/** A table, its columns as wide as their texts need. */
function drawRows(sheet: Sheet, { head, rows }: Extract<Block, { kind: 'table' }>): Promise<void> {
  const shares = sharesOf(head.map((cell, column) => [cell, ...rows.map((row) => row[column] ?? [])].map(words)));
  return drawTable(sheet, {
    columns: head.map((spans, column) => ({
      label: words(spans),
      width: columnWidth * (shares[column] ?? 0),
    })),
    rows: rows.map((row) => row.map((spans) => ({ text: words(spans), most: 20 }))),
  });
}
