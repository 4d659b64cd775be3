import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether an Authorization header carries this token; compared in constant time. */
export const carriesToken = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(/^Bearer ([\x21-\x7e]+)$/i.exec(header ?? '')?.[1] ?? ''), digest(token));
