/** Markdown as blocks for the writers of documents: headings, paragraphs, lists, quotes, tables, code. */
import { largestOf } from '#rules/numbers.ts';
import { marked, type MarkedToken, type Token, type Tokens } from 'marked';

/** A run of text in one style. */
export type Span = Readonly<{ text: string; isBold: boolean; isItalic: boolean; link: string | null }>;

/** A part of a document. `level` of a heading is 1 to 3. */
export type Block =
  | Readonly<{ kind: 'heading'; level: number; spans: readonly Span[] }>
  | Readonly<{ kind: 'text'; spans: readonly Span[] }>
  | Readonly<{ kind: 'list'; isOrdered: boolean; start: number; items: readonly (readonly Span[])[] }>
  | Readonly<{ kind: 'quote'; paragraphs: readonly (readonly Span[])[] }>
  | Readonly<{ kind: 'table'; head: readonly (readonly Span[])[]; rows: readonly (readonly (readonly Span[])[])[] }>
  | Readonly<{ kind: 'code'; lines: readonly string[] }>
  | Readonly<{ kind: 'rule' }>;

type Look = Omit<Span, 'text'>;
const plain: Look = { isBold: false, isItalic: false, link: null };

/** The blocks of a Markdown text, in order. HTML in it is kept as plain text. */
export const blocksOf = (markdown: string): Block[] => marked.lexer(markdown, { gfm: true }).flatMap(blockOf);

/** A text in one style. */
export const plainSpans = (text: string): Span[] => [{ ...plain, text }];

/** The text of spans, without their styles. */
export const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');

/** How many characters of a table fit into a page's width. */
const lettersInALine = 64;

/**
 * The shares of a table's width that its columns take, given the texts of each: by their longest texts within bounds,
 * never less than their longest words.
 */
export function sharesOf(columns: readonly (readonly string[])[]): number[] {
  const longest = (texts: readonly string[]): number =>
    largestOf(
      texts.map(({ length }) => length),
      0,
    );
  const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
  const wanted = columns.map((cells) => Math.max(1, Math.min(50, longest(cells))));
  const least = columns.map((cells) => (longest(cells.flatMap((text) => text.split(/\s+/))) + 3) / lettersInALine);
  const shares = wanted.map((letters, column) => Math.max(letters / sumOf(wanted), least[column] ?? 0));
  // Wide columns give up the width that narrow ones need beyond their share.
  const spare = shares.map((share, column) => share - (least[column] ?? 0));
  const over = Math.min(sumOf(shares) - 1, sumOf(spare));
  const given = shares.map((share, column) => share - (over <= 0 ? 0 : (over * (spare[column] ?? 0)) / sumOf(spare)));
  return given.map((share) => share / sumOf(given));
}

/** A gap for the owner to fill: `{{client}}`. Splits a text into gaps and other text. */
export const gapsIn = (text: string): { text: string; isGap: boolean }[] =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .filter((part) => part !== '')
    .map((part) => ({ isGap: part.startsWith('{{'), text: part.startsWith('{{') ? `[${part.slice(2, -2)}]` : part }));

const known = new Set(
  'blockquote br code codespan em escape heading hr html link list paragraph strong table text'.split(' '),
);
const isMarked = (token: Token): token is MarkedToken => known.has(token.type);

function blockOf(token: Token): Block[] {
  if (!isMarked(token)) return [];
  switch (token.type) {
    case 'heading':
      return [{ kind: 'heading', level: Math.min(3, token.depth), spans: spansOf(token.tokens) }];
    case 'paragraph':
    case 'text':
      return [{ kind: 'text', spans: spansOf(token.tokens ?? [token]) }];
    case 'list':
      return [listOf(token)];
    case 'blockquote':
      return [{ kind: 'quote', paragraphs: token.tokens.flatMap(paragraphsOf) }];
    case 'table':
      return [
        {
          kind: 'table',
          head: token.header.map(({ tokens }) => spansOf(tokens)),
          rows: token.rows.map((row) => row.map(({ tokens }) => spansOf(tokens))),
        },
      ];
    case 'code':
      return [{ kind: 'code', lines: token.text.split('\n') }];
    case 'hr':
      return [{ kind: 'rule' }];
    default:
      return [];
  }
}

function listOf({ ordered, start, items }: Tokens.List): Block {
  return {
    kind: 'list',
    isOrdered: ordered,
    start: start === '' ? 1 : start,
    items: items.map(({ tokens }) => tokens.flatMap((token) => paragraphsOf(token)).flat()),
  };
}

/** The paragraphs within a quote or an item. */
function paragraphsOf(token: Token): (readonly Span[])[] {
  return blockOf(token).flatMap((block) => {
    if (block.kind === 'text' || block.kind === 'heading') return [block.spans];
    return block.kind === 'list' ? block.items : [];
  });
}

function spansOf(tokens: readonly Token[], look: Look = plain): Span[] {
  return tokens.flatMap((token): Span[] => {
    if (!isMarked(token)) return [];
    switch (token.type) {
      case 'strong':
        return spansOf(token.tokens, { ...look, isBold: true });
      case 'em':
        return spansOf(token.tokens, { ...look, isItalic: true });
      case 'link':
        return spansOf(token.tokens, { ...look, link: token.href });
      case 'br':
        return [{ ...look, text: '\n' }];
      case 'text':
        return token.tokens === undefined ? [{ ...look, text: unescaped(token.text) }] : spansOf(token.tokens, look);
      case 'codespan':
      case 'escape':
        return [{ ...look, text: unescaped(token.text) }];
      case 'html':
        return [{ ...look, text: token.raw }];
      default:
        return [];
    }
  });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (all, name: string) => entities[name] ?? all).replace(/(?<=\S)\n/g, ' ');
