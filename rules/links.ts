/**
 * The links that X makes of a text, in one pass over it. X's rules: after a scheme any domain, without one a domain of
 * Latin letters, under a known top-level domain. Source: twitter-text 3.1.0, extractUrlsWithIndices, whose list of
 * domains this is (docs.x.com, "Counting characters", read 2026-11-27).
 */
import known from './top-level-domains.json' with { type: 'json' };

/** A link in a text, by the positions of its first character and after its last. */
export type Link = { from: number; to: number };

const topLevelDomains = new Set(known.names.split(' '));
/** A scheme, if there is one, and everything that may belong to a domain. */
const candidates = /(https?:\/\/)?((?:(?!https?:\/\/)[\p{L}\p{M}\p{N}._-])+)/giu;
const latin = /^[a-z0-9\u00c0-\u024f-]$/i;
/** The characters of a path or a query, and those with which one may end. */
const inTail = /^[!#-;=?-~\u00c0-\u024f\u0400-\u04ff]$/;
const atTailsEnd = /^[-+a-z0-9=_#/\u00c0-\u024f\u0400-\u04ff]$/i;

/** The links of a text, in order. */
export function linksOf(text: string): Link[] {
  const links: Link[] = [];
  candidates.lastIndex = 0;
  for (let found = candidates.exec(text); found !== null; found = candidates.exec(text)) {
    const [whole, scheme = '', run = ''] = found;
    const runAt = found.index + whole.length - run.length;
    const before = text[found.index - 1] ?? '';
    const link = scheme === '' ? bareLink(text, { run, runAt, before }) : schemeLink(text, { run, runAt, before });
    if (link === null) continue;
    const from = scheme === '' ? link.from : found.index;
    links.push({ from, to: link.to });
    candidates.lastIndex = link.to;
  }
  return links;
}

type Run = { run: string; runAt: number; before: string };

/** A link after a scheme; letters and digits before it make it a part of a word. */
function schemeLink(text: string, { run, runAt, before }: Run): Link | null {
  const end = /^[a-z0-9@＠$#＃]$/i.test(before) ? null : endOfDomain(text, { run, runAt });
  if (end === null || /^[._-]/.test(run)) return null;
  const port = /^:\d{1,5}(?!\d)/.exec(text.slice(end, end + 7))?.[0] ?? '';
  return { from: runAt, to: endOfTail(text, end + port.length, '/?') };
}

/** A domain without a scheme: not in a mail address, a path or a name, and its last labels of Latin letters. */
function bareLink(text: string, { run, runAt, before }: Run): Link | null {
  if (/^[@＠$#＃/]$/.test(before) || /^[._-]/.test(run)) return null;
  const end = endOfDomain(text, { run, runAt });
  if (end === null) return null;
  let from = text.lastIndexOf('.', end - 1);
  while (from > runAt && (text[from - 1] === '.' || latin.test(text[from - 1] ?? ''))) from -= 1;
  const isOpen = text[from] === '.' || text.slice(from, end).includes('..');
  return isOpen ? null : { from, to: endOfTail(text, end, '/') };
}

/** Where the longest domain at the head of a run ends; null if none of its labels is a top-level domain. */
function endOfDomain(text: string, { run, runAt }: Pick<Run, 'run' | 'runAt'>): number | null {
  for (let end = run.length; ;) {
    const dot = run.lastIndexOf('.', end - 1);
    if (dot <= 0) return null;
    const label = run.slice(dot + 1, end);
    // 'com日本': the domain ends where letters begin that are not its own.
    const own = isTopLevel(label) ? label : (/^[a-z]+(?=[^a-z0-9-])/i.exec(label)?.[0] ?? '');
    const to = runAt + dot + 1 + own.length;
    if (isTopLevel(own) && isName(run.slice(run.lastIndexOf('.', dot - 1) + 1, dot)) && !/^[@+]$/.test(text[to] ?? ''))
      return to;
    end = dot;
  }
}

const isTopLevel = (label: string): boolean =>
  topLevelDomains.has(label.toLowerCase()) || /^xn--[a-z0-9-]+$/i.test(label);

/** Whether a label may stand before a top-level domain. */
const isName = (label: string): boolean => /^[^_-]/.test(label) && !/[_]|-$/.test(label);

/** The end of the path and query that follow a domain; they begin with one of `begins`. */
function endOfTail(text: string, start: number, begins: string): number {
  if (start >= text.length || !begins.includes(text[start] ?? '')) return start;
  let last = start;
  let isQuery = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '?') isQuery = true;
    if (character === '(' && !isQuery) {
      const closed = endOfBrackets(text, at);
      if (closed === null) break;
      at = closed - 1;
      last = closed;
    } else if (character === ')' && !isQuery) break;
    else if (!inTail.test(character)) break;
    else if (atTailsEnd.test(character) || (isQuery && character === '&')) last = at + 1;
  }
  return last;
}

/** Where the brackets of a path that open here have closed, one pair within another at most; null if they do not. */
function endOfBrackets(text: string, start: number): number | null {
  let open = 0;
  for (let at = start; at < text.length && inTail.test(text[at] ?? ''); at += 1) {
    if (text[at] === '(') open += 1;
    if (open > 2) return null;
    if (text[at] !== ')') continue;
    if (text[at - 1] === '(') return null;
    open -= 1;
    if (open === 0) return at + 1;
  }
  return null;
}
