import { escapeHtml, plainTextOf } from '#rules/captions.ts';

/** The words of one item that a bulk edit changes. */
export type Worded = {
  id: string;
  title: string;
  description: string;
  description_format: 'text' | 'formatted';
  version: string;
};

/** A change of many items' words. `{n}` in `before` and `behind` is the item's number, counted from `firstNumber`. */
export type BulkEdit = {
  field: 'title' | 'description' | 'both';
  find: string;
  replace: string;
  matchCase: boolean;
  before: string;
  behind: string;
  firstNumber: number;
};

/** An edit that changes nothing. */
export const noEdit: BulkEdit = {
  field: 'title',
  find: '',
  replace: '',
  matchCase: false,
  before: '',
  behind: '',
  firstNumber: 1,
};

/** The new words of an item, and why they cannot be saved; '' if they can. */
export type Reworded = { item: Worded; title: string; description: string; problem: string };

const most = { title: 300, description: 100_000 };

/** The items whose words an edit changes, in order. */
export function reworded(items: readonly Worded[], edit: BulkEdit): Reworded[] {
  return items.flatMap((item, index) => {
    const change = (words: string) => changedText(words, { ...edit, number: edit.firstNumber + index });
    const title = edit.field === 'description' ? item.title : change(item.title).trim();
    const description = edit.field === 'title' ? item.description : changedDescription(item, change);
    if (title === item.title && description === item.description) return [];
    return [{ item, title, description, problem: problemOf({ ...item, title, description }) }];
  });
}

function problemOf({ title, description, description_format: format }: Omit<Worded, 'id' | 'version'>): string {
  if (title === '') return 'The title would be empty';
  if (title.length > most.title) return `The title would have more than ${most.title} characters`;
  const words = format === 'formatted' ? plainTextOf(description) : description;
  if (words.trim() === '') return 'The description would be empty';
  return description.length > most.description ? 'The description would be too long' : '';
}

type TextEdit = BulkEdit & { number: number };

function changedText(words: string, { find, replace, matchCase, before, behind, number }: TextEdit): string {
  const replaced =
    find === '' ? words : words.replace(new RegExp(literal(find), matchCase ? 'gu' : 'giu'), () => replace);
  return numbered(before, number) + replaced + numbered(behind, number);
}

const literal = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const numbered = (words: string, number: number): string => words.replaceAll('{n}', String(number));

function changedDescription(item: Worded, change: (words: string) => string): string {
  if (item.description_format === 'text') return change(item.description).trim();
  return changedHtml(item.description, change);
}

/**
 * Formatted text with its words changed and its tags kept. A match must be within one run of the same format. Text put
 * in front or behind goes to the first and the last run.
 */
function changedHtml(html: string, change: (words: string) => string): string {
  const marks = [change('\u0001'), '\u0001'];
  const [before = '', behind = ''] = (marks[0] ?? '').split('\u0001');
  const inner = (words: string): string => {
    const whole = change(words);
    return whole.slice(before.length, whole.length - behind.length);
  };
  // Stored formatted text is clean: every '<' outside a tag and every '>' inside one is an entity.
  const parts = html.split(/(<[^>]*>)/);
  const runs = parts.flatMap((part, index) => (index % 2 === 0 && plainRun(part).trim() !== '' ? [index] : []));
  return parts
    .map((part, index) => {
      if (!runs.includes(index)) return part;
      const words = inner(plainRun(part));
      const first = index === runs[0] ? before : '';
      const last = index === runs.at(-1) ? behind : '';
      return escapeHtml(first + words + last)
        .replaceAll('&#39;', "'")
        .replaceAll('&quot;', '"');
    })
    .join('');
}

const plainRun = (run: string): string =>
  run.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_whole, name: string) => entities[name] ?? '');
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};

/** The most items in one request, and about how many characters. */
const batch = { items: 100, characters: 300_000 };

/** A list split into parts that fit into a request, in order. */
export function inBatches<T>(list: readonly T[], sizeOf: (entry: T) => number): T[][] {
  const batches: T[][] = [];
  let room = 0;
  for (const entry of list) {
    const size = sizeOf(entry);
    const last = batches.at(-1);
    if (last === undefined || last.length >= batch.items || size > room) {
      batches.push([entry]);
      room = batch.characters - size;
    } else {
      last.push(entry);
      room -= size;
    }
  }
  return batches;
}
