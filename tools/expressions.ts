/** The regular expressions that a source text contains as literals. */
import { parseSync } from 'vite';

/** A literal: `/a+/g` -> pattern `a+`, flags `g`. */
export type Expression = { pattern: string; flags: string };

/** The regular expressions of one file, in their order. */
export function expressionsIn(path: string, text: string): Expression[] {
  const found: Expression[] = [];
  const waiting: unknown[] = [parseSync(path, text).program];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    if ('regex' in node && isExpression(node.regex)) found.push(node.regex);
    for (const inner of Object.values(node)) waiting.push(inner ?? null);
  }
  return found;
}

const isExpression = (value: unknown): value is Expression =>
  typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value;
