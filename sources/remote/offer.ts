import type { Failure, Offer, TakenWork } from '../source.ts';
import { ask, type Question } from './ask.ts';

/** A query about one work: `isThere` judges a good answer; 404 and 410 with JSON say that it is gone. */
export type OfferQuestion<Value> = Question<Value> & { isThere?: (value: Value) => boolean };

/** Asks a source about one work by its id. */
export async function offerOf<Value>({
  isThere = () => true,
  refusalOf,
  ...question
}: OfferQuestion<Value>): Promise<Offer | Failure> {
  let isMissing = false;
  const read = await ask({
    ...question,
    refusalOf: (status, body) => {
      // A proxy in between answers with a page of its own.
      isMissing = (status === 404 || status === 410) && body !== undefined;
      return refusalOf?.(status, body);
    },
  });
  if (isMissing) return { kind: 'gone' };
  if (read.kind !== 'read') return read;
  return { kind: isThere(read.value) ? 'offered' : 'gone' };
}

/** Whether the page of a work is below one of these folders of its site; true for a work without a page. */
export function isPageIn({ pageUrl }: TakenWork, folders: readonly string[]): boolean {
  if (!URL.canParse(pageUrl)) return true;
  const { pathname } = new URL(pageUrl);
  return folders.some((folder) => pathname.startsWith(`/${folder}/`));
}
