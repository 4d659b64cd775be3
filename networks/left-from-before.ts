/** Leftovers of an earlier try at a network: of use again only for the very same file and words. */
import { createHash } from 'node:crypto';
import type { Media, PublishContext } from './network.ts';

/** The sign of a file and of the words that go up with it, which a try remembers beside what it has left. */
export const fingerprintOf = ({ fileName }: Media, words: unknown = ''): string =>
  createHash('sha256')
    .update(JSON.stringify([fileName, words]))
    .digest('base64url')
    .slice(0, 22);

/** Whether what is remembered was left for this sign; `madeFor` came later than what bears none. */
export const isLeftFor = (
  { remembered: { madeFor } }: Pick<PublishContext, 'remembered'>,
  fingerprint: string,
): boolean => madeFor === undefined || madeFor === fingerprint;
