/**
 * JSON of sites whose plugins, themes and servers print around it: a byte order mark, PHP warnings, a cache's comment.
 */

import type { z } from 'zod';
import { parseJson } from '#outbound/answers.ts';

/**
 * The first value of this shape in an answer, or null. A page of HTML is no answer, whatever values its scripts hold:
 * what looks like a post there must not count as published.
 */
export function readJson<Shape extends z.ZodType>(text: string, shape: Shape): { value: z.output<Shape> } | null {
  const whole = parseJson(text.trim());
  for (const candidate of whole === undefined ? valuesAmidNoise(text) : [whole]) {
    const read = shape.safeParse(candidate);
    if (read.success) return { value: read.data };
  }
  return null;
}

const looksLikePage = /<(?:!doctype|html|head|body|script)\b/i;
const messageOfPhp = /^(?:PHP )?(?:Warning|Notice|Deprecated|Fatal error|Parse error|Strict Standards)\b/;

/** The values in a text that stand alone in it, the longest first: noise may contain short ones, such as `[]`. */
function valuesAmidNoise(text: string): unknown[] {
  const found: { value: unknown; length: number }[] = [];
  // Each failed start costs the length that it looks at; the whole stays linear.
  let left = 4 * text.length;
  for (let at = 0; at < text.length && left > 0; at += 1) {
    if (!isBracket(text[at]) || !beginsAlone(text, at)) continue;
    const end = endOfValue(text, at);
    left -= (end ?? text.length) - at;
    if (end === undefined || !endsAlone(text, end)) continue;
    const value = parseJson(text.slice(at, end));
    if (value === undefined) continue;
    if (looksLikePage.test(text.slice(0, at)) || looksLikePage.test(text.slice(end))) return [];
    found.push({ value, length: end - at });
    at = end - 1;
  }
  return found.toSorted((a, b) => b.length - a.length).map(({ value }) => value);
}

const isBracket = (character: string | undefined): boolean => character === '{' || character === '[';

/** Whether only a tag, a line or nothing ends before a position. */
function beginsAlone(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && text[before]?.trim() === '') {
    if (text[before] === '\n') return true;
    before -= 1;
  }
  return before < 0 || text[before] === '>';
}

/** Whether only a tag, a comment, a message of PHP or nothing begins after a position. */
function endsAlone(text: string, end: number): boolean {
  const rest = text.slice(end).trimStart();
  return rest === '' || rest.startsWith('<') || messageOfPhp.test(rest);
}

/** The position after the object or list that begins here; undefined if it does not end. */
function endOfValue(text: string, start: number): number | undefined {
  let depth = 0;
  let isInText = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isInText) {
      if (character === '\\') at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (isBracket(character)) depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}
