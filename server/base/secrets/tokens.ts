import { createHash, randomBytes } from 'node:crypto';

/**
 * The hash of a token as the database stores it: its SHA-256. A token has 256 random bits, so no slower hash is needed.
 */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A token of 256 random bits for the browser or a link, and its hash for the database. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}
