/** Uploads left on a network by an earlier try: reusable only for exactly the same file and text. */
import { createHash } from 'node:crypto';
import type { Media, PublishContext } from './network.ts';

/** The fingerprint of a file and of the text uploaded with it, which a try stores beside its uploads. */
export const fingerprintOf = ({ fileName }: Media, words: unknown = ''): string =>
  createHash('sha256')
    .update(JSON.stringify([fileName, words]))
    .digest('base64url')
    .slice(0, 22);

/** Whether the stored uploads have this fingerprint; uploads from before `madeFor` existed have none. */
export const isLeftFor = (
  { remembered: { madeFor } }: Pick<PublishContext, 'remembered'>,
  fingerprint: string,
): boolean => madeFor === undefined || madeFor === fingerprint;
