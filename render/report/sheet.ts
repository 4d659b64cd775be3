/** The pages of a report: a cursor that moves down them, text, and the structure elements for screen readers. */
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import type { FallbacksAtHand } from '#render/layout/text/fallback-fonts.ts';
import { allowNullAnchors, fontOfDocument } from '#render/layout/text/null-anchors.ts';
import { openTypefaces, type Typefaces, type Weight } from './faces.ts';
import { linesOf, type Line } from './lines.ts';

/** Points (1/72 inch) on A4. */
export const page = { width: 595.28, height: 841.89, margin: 48, footer: 34 } as const;
/** The width between the margins. */
export const columnWidth = page.width - 2 * page.margin;

/** The colours of a report. */
export const ink = { text: '#1c1d26', dim: '#5b5e70', line: '#d5d6e0', tint: '#f0f0f5' } as const;

/** The style of a text; `width` in points. */
export type TextLook = { size?: number; weight?: Weight; color?: string; width: number; most?: number };

/** A laid-out text: its lines, and its height in points. */
export type SetText = { lines: Line[]; height: number; size: number; weight: Weight; color: string };

/** The dependencies of laying out a report. `emoji` are pictures (PNG) by grapheme. */
export type SheetOptions = {
  title: string;
  author: string;
  made: Date;
  footer: string;
  emoji: ReadonlyMap<string, Buffer>;
  /** The fonts of further scripts that the texts need. */
  fallbacks: FallbacksAtHand;
};

const lineHeight = 1.35;
/** The height of the baseline in a line, as a share of the text size. */
const ascent = 1.02;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** The shaper tells the direction of a run from its letters; a run of punctuation alone is reversed here. */
const asShaped = ({ text, direction }: { text: string; direction: 'ltr' | 'rtl' }): string =>
  direction === 'rtl' && !rightToLeft.test(text) ? Array.from(text).toReversed().join('') : text;

/** A report being written. */
export class Sheet {
  /** The position of the next element, points from the top of the page. */
  y: number = page.margin;
  /** Characters that no file has, in order of appearance. */
  readonly missing = new Set<string>();
  readonly doc: PDFKit.PDFDocument;
  readonly #typefaces: Typefaces;
  readonly #registered = new Set<string>();
  readonly #options: SheetOptions;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #file: NodeJS.WritableStream;

  /** The file is written to `path` while the pages are made. */
  constructor(path: string, options: SheetOptions) {
    this.#options = options;
    this.#typefaces = openTypefaces(options.fallbacks);
    const { title: Title, author: Author, made } = options;
    const settings: PDFKit.PDFDocumentOptions = {
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      tagged: true,
      lang: 'en',
      pdfVersion: '1.7',
      displayTitle: true,
      info: { Title, Author, CreationDate: made, ModDate: made },
    };
    // NOTE the package supports this subset, but its types lack it.
    this.doc = new PDFDocument(Object.assign(settings, { subset: 'PDF/UA' }));
    this.#file = this.doc.pipe(createWriteStream(path));
    this.#root = this.doc.struct('Document');
    this.doc.addStructure(this.#root);
    this.doc.on('pageAdded', () => this.#pageBegins());
    this.doc.addPage();
  }

  /** The number of pages. */
  pages = 0;

  #pageBegins(): void {
    this.pages += 1;
    this.y = page.margin;
    const text = this.set(this.#options.footer, { size: 8, color: ink.dim, width: columnWidth - 60, most: 1 });
    const number = this.set(String(this.pages), { size: 8, color: ink.dim, width: 50 });
    // Repeated on every page, so screen readers skip it.
    this.doc.markContent('Artifact', { type: 'Pagination' });
    this.draw(text, { x: page.margin, y: page.height - page.footer });
    this.draw(number, { x: page.width - page.margin - 50, y: page.height - page.footer, width: 50, align: 'end' });
    this.doc.endMarkedContent();
  }

  /** Begins another page if less than `height` points are left; returns whether it did. */
  room(height: number): boolean {
    if (this.y + height <= page.height - page.margin - 16) return false;
    this.doc.addPage();
    return true;
  }

  /** Lays out a text in lines, without drawing it. */
  set(text: string, { size = 10, weight = 400, color = ink.text, width, most }: TextLook): SetText {
    const lines = linesOf(text, {
      stack: this.#typefaces.stackFor(weight, text),
      hasEmoji: (grapheme) => this.#options.emoji.has(grapheme),
      onMissing: (grapheme) => this.missing.add(grapheme),
      width: width / size,
      ...(most === undefined ? {} : { most }),
    });
    return { lines, height: lines.length * size * lineHeight, size, weight, color };
  }

  /** Draws a laid-out text; right-to-left lines are aligned to the right of `width`, as are all with `align: 'end'`. */
  draw(
    { lines, size, color }: SetText,
    { x, y, width = 0, align = 'start' }: { x: number; y: number; width?: number; align?: 'start' | 'end' },
  ): void {
    const { doc } = this;
    doc.fillColor(color).fontSize(size);
    for (const [index, line] of lines.entries()) {
      const atEnd = align === 'end' || line.rightToLeft;
      let pen = atEnd ? x + Math.max(0, width - line.width * size) : x;
      const top = y + index * size * lineHeight;
      for (const [position, run] of line.runs.entries()) {
        if (run.kind === 'emoji') {
          const picture = this.#options.emoji.get(run.text);
          if (picture !== undefined) doc.image(picture, pen, top + size * 0.05, { width: size * 1.1 });
          pen += size * 1.2;
          continue;
        }
        this.#setFont(run.face.id);
        doc.text(asShaped(run), pen, top + size * ascent, {
          lineBreak: false,
          baseline: 'alphabetic',
          // With `features` a run is shaped as a whole, otherwise word by word, and each word once: 2,000 rows take a
          // third of the time. Word by word, right-to-left words would be in the wrong order.
          ...(run.direction === 'rtl' ? { features: [] } : {}),
        });
        // Nothing follows the last one, and measuring costs as much as drawing.
        if (position < line.runs.length - 1) pen += run.face.measure(run.text, run.direction) * size;
      }
    }
  }

  #setFont(id: string): void {
    const file = this.#registered.has(id) ? undefined : this.#typefaces.bytes(id);
    if (file !== undefined) this.doc.registerFont(id, file);
    this.#registered.add(id);
    this.doc.font(id);
    if (file !== undefined) allowNullAnchors(fontOfDocument(this.doc));
  }

  /** A structure element for screen readers, at the end of the report or of `within`. */
  element(
    kind: string,
    draw: () => void,
    { within, alt }: { within?: PDFKit.PDFStructureElement | undefined; alt?: string } = {},
  ): void {
    (within ?? this.#root).add(this.doc.struct(kind, alt === undefined ? {} : { alt }, draw));
  }

  /** An element that holds others; end it with `end()`. */
  group(kind: string, within?: PDFKit.PDFStructureElement): PDFKit.PDFStructureElement {
    const element = this.doc.struct(kind);
    (within ?? this.#root).add(element);
    return element;
  }

  /** Makes an area of the page a link, as part of an element of the kind Link. */
  leadTo(
    url: string,
    {
      x,
      y,
      width,
      height,
      link,
    }: { x: number; y: number; width: number; height: number; link: PDFKit.PDFStructureElement },
  ): void {
    // NOTE the types also lack `structParent`.
    this.doc.link(x, y, width, height, url, Object.assign({ Border: [0, 0, 0] }, { structParent: link }));
  }

  /** A text over the whole column, with its space below. */
  paragraph(
    kind: string,
    text: string,
    { below = 6, ...look }: Omit<TextLook, 'width'> & { below?: number } = {},
  ): void {
    const set = this.set(text, { ...look, width: columnWidth });
    const size = set.size * lineHeight;
    // Page by page, since a text may be longer than a page.
    for (let from = 0; from < set.lines.length;) {
      this.room(Math.min(set.lines.length - from, 2) * size);
      const fits = Math.max(1, Math.floor((page.height - page.margin - 16 - this.y) / size));
      const part = { ...set, lines: set.lines.slice(from, from + fits) };
      this.element(kind, () => this.draw(part, { x: page.margin, y: this.y, width: columnWidth }));
      this.y += part.lines.length * size;
      from += fits;
    }
    this.y += below;
  }

  /** Ends the file and waits until it is written. */
  async end(): Promise<void> {
    this.#root.end();
    this.doc.end();
    await finished(this.#file);
  }
}
