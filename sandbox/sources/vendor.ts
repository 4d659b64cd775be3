/** Code shared by the simulated sources. */

import type { Reply } from '../http/reply.ts';

/** One request to a vendor. */
export type Asked = {
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  origin: string;
  /** Ids of the works that are not offered any more. */
  withdrawn: ReadonlySet<string>;
};

/** A vendor: its path, the check of a key, its page of results, and its refusals. */
export type Vendor = {
  paths: readonly string[];
  /** Whether it answers at a path whose end differs. */ matches?: (path: string) => boolean;
  isAllowed(asked: Asked): boolean;
  keywordOf(asked: Asked): string;
  answer(asked: Asked, matching: number): Reply;
  unauthorized(): Reply;
  quota(): Reply;
};

/** The key that every vendor accepts. */
export const rightKey = 'sandbox-key';

/** The whole number of a parameter. */
export const whole = (text: string | null, otherwise: number): number =>
  text !== null && /^\d+$/.test(text) ? Number(text) : otherwise;
/** The numbers after `from` up to `to`: the ids of a page's results. */
export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at + 1);

/** One page of numbered results. */
export type Paged = { page: number; size: number; items: number[]; isLast: boolean };

/** The page that a request asks for. */
export function paged({ query }: Asked, matching: number, sizeName: string): Paged {
  const [page, size] = [whole(query.get('page'), 1), whole(query.get(sizeName), 15)];
  return {
    page,
    size,
    items: numbers((page - 1) * size, Math.min(page * size, matching)),
    isLast: page * size >= matching,
  };
}
