/** The small mistakes that can be made in the conditions of an SQL text: one condition, `not` or lock left out. */

/** A mistake: `instead` replaces the text from `start` to `end`. */
export type Cut = { start: number; end: number; instead: string };

type Token = { text: string; start: number; end: number };
/** A list of tokens and of what stands in parentheses (or between `case` and `end`). */
type Part = Token | Group;
type Group = { parts: Part[]; start: number; end: number };

const isGroup = (part: Part | undefined): part is Group => part !== undefined && 'parts' in part;
const word = (part: Part | undefined): string => (part === undefined || isGroup(part) ? '' : part.text);

const operators = ['->>', '->', '#>>', '#>', '@>', '<@', '<=', '>=', '<>', '!=', '::', '||', '&&', ':=', '=>'];

/** The tokens of an SQL text; what a template inserts (`${…}`) is one token. */
function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\s+|--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$\d+|[\p{L}\p{N}_.]+/uy;
  for (let at = 0; at < sql.length;) {
    let end = sql.startsWith('${', at) ? endOfInsertion(sql, at) : at;
    if (end === at) {
      pattern.lastIndex = at;
      end += pattern.exec(sql)?.[0].length ?? operators.find((each) => sql.startsWith(each, at))?.length ?? 1;
    }
    const text = sql.slice(at, end);
    if (text.trim() !== '' && !text.startsWith('--')) tokens.push({ text: text.toLowerCase(), start: at, end });
    at = end;
  }
  return tokens;
}

function endOfInsertion(sql: string, start: number): number {
  let depth = 0;
  for (let at = start + 1; at < sql.length; at += 1) {
    if (sql[at] === '{') depth += 1;
    if (sql[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return sql.length;
}

/** The tokens as a tree. */
function treeOf(tokens: readonly Token[]): Group {
  const groups: Group[] = [{ parts: [], start: 0, end: 0 }];
  for (const token of tokens) {
    const { text, start, end } = token;
    const inner = groups.at(-1);
    if (inner === undefined) break;
    if (text === '(' || text === 'case') groups.push({ parts: [token], start, end });
    else if ((text === ')' || text === 'end') && groups.length > 1) {
      inner.parts.push(token);
      inner.end = end;
      groups.pop();
      groups.at(-1)?.parts.push(inner);
    } else inner.parts.push(token);
  }
  return groups[0] ?? { parts: [], start: 0, end: 0 };
}

/** What ends a condition and begins another part of a statement. */
const ends = new Set(
  (
    'where on having when then else select from join inner cross order group limit offset for returning union ' +
    'except intersect set values , as using window do ( ) case end ; filter left right lateral'
  ).split(' '),
);
const isEnd = (parts: readonly Part[], at: number): boolean => {
  const text = word(parts[at]);
  if (text === 'from') return word(parts[at - 1]) !== 'distinct';
  // A function of this name, not a join.
  if (text === 'left' || text === 'right') return !isGroup(parts[at + 1]);
  return ends.has(text);
};

/** Every mistake of the text, in order. */
export function cutsOf(sql: string): Cut[] {
  const cuts: Cut[] = [];
  const visit = ({ parts }: Group): void => {
    for (const part of parts) if (isGroup(part)) visit(part);
    parts.forEach((_, at) => cuts.push(...wordCuts(parts, at)));
    for (let at = 0; at < parts.length; at += 1) {
      if (isEnd(parts, at)) continue;
      const from = at;
      while (at < parts.length && !isEnd(parts, at)) at += 1;
      cuts.push(...termCuts(parts.slice(from, at), { after: word(parts[from - 1]) }));
    }
  };
  visit(treeOf(tokensOf(sql)));
  return cuts
    .map((cut) => ({ ...cut, instead: cut.instead + keepingParameters(sql, cut) }))
    .toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/**
 * Mentions the parameters that only the left out part mentioned (`$5`): without a type of its own, a parameter makes
 * PostgreSQL refuse the whole statement.
 */
function keepingParameters(sql: string, { start, end, instead }: Cut): string {
  const parametersOf = (text: string): string[] => text.match(/\$\d+/g) ?? [];
  const kept = new Set(parametersOf(sql.slice(0, start) + sql.slice(end)));
  const lost = [...new Set(parametersOf(sql.slice(start, end)))].filter((each) => !kept.has(each));
  if (lost.length === 0) return '';
  const mention = lost.map((each) => `(${each}::text is null or true)`).join(' and ');
  if (instead === 'true' || /^\s+and\s/i.test(sql.slice(start, end))) return ` and ${mention}`;
  return /\sand\s+$/i.test(sql.slice(start, end)) ? `${mention} and ` : '';
}

const boundaries: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

/** A `not` or a lock left out, or a boundary moved, at this place. */
function wordCuts(parts: readonly Part[], at: number): Cut[] {
  const part = parts[at];
  if (part === undefined || isGroup(part)) return [];
  const { text, start, end } = part;
  const next = parts[at + 1];
  if (text === 'not' && next !== undefined && word(next) !== 'materialized')
    return [{ start, end: next.start, instead: '' }];
  const boundary = boundaries[text];
  if (boundary !== undefined) return [{ start, end, instead: boundary }];
  if (text !== 'for' || !['update', 'share', 'no', 'key'].includes(word(next))) return [];
  let last = at + 1;
  while (
    last + 1 < parts.length &&
    /^(?:key|update|share|of|[a-z_]+|,|skip|locked|nowait)$/.test(word(parts[last + 1]))
  ) {
    if (word(parts[last + 1]) === 'for') break;
    last += 1;
  }
  return [{ start, end: parts[last]?.end ?? end, instead: '' }];
}

/** One term of a condition left out at a time: `a and b` -> `a`, `b`; a `where` with one term -> `where true`. */
function termCuts(parts: readonly Part[], { after }: { after: string }): Cut[] {
  const joints = parts.flatMap((part, at) => {
    const text = word(part);
    const isRange =
      text === 'and' && parts.slice(0, at).findLast((each) => ['and', 'or', 'between'].includes(word(each)));
    return text === 'or' || (text === 'and' && word(isRange === false ? undefined : isRange) !== 'between') ? [at] : [];
  });
  const first = parts[0];
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return [];
  if (joints.length === 0) return after === 'where' ? [{ start: first.start, end: last.end, instead: 'true' }] : [];
  const starts = [0, ...joints.map((at) => at + 1)];
  return starts.map((from, index) => {
    const joint = joints[index];
    const until = parts[(joint ?? parts.length) - 1] ?? last;
    const before = index === 0 ? undefined : parts[(joints[index - 1] ?? 0) - 1];
    // `a or b and c` without `a` is `b and c`; without `b` it is `a or c`.
    if (
      index > 0 &&
      word(parts[joints[index - 1] ?? 0]) === 'or' &&
      joint !== undefined &&
      word(parts[joint]) === 'and'
    )
      return { start: parts[from]?.start ?? 0, end: parts[joint + 1]?.start ?? until.end, instead: '' };
    if (before === undefined)
      return { start: first.start, end: parts[(joint ?? 0) + 1]?.start ?? last.end, instead: '' };
    return { start: before.end, end: until.end, instead: '' };
  });
}

/** A text with the mistake in it. */
export const withCut = (text: string, { start, end, instead }: Cut): string =>
  text.slice(0, start) + instead + text.slice(end);
