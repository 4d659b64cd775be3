/** Tokens that a source issues to the app itself (OAuth 2.0, client credentials, RFC 6749 section 4.4). */
import { z } from 'zod';
import { parseJson, retryAfterOf } from '../../outbound/answers.ts';
import { formBody } from '../../outbound/body.ts';
import { limitOf, type Access } from '../remote/ask.ts';
import type { Failure } from '../source.ts';

/**
 * Returns the `Authorization` of a request, cached until a minute before it expires; `forget` drops one that was
 * refused.
 */
export type Token = { get(signal: AbortSignal): Promise<string | Failure>; forget(): void };

const answered = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const marginMs = 60_000;

/** Names the operator's app, by its id in the key: github.com/reddit-archive/reddit/wiki/API, "Rules" (2026-11-27). */
export const userAgentOf = ({ key }: Pick<Access, 'key'>): string =>
  `web:${key.split(':', 1)[0] || 'AgencyReel'}:1.0 (by /u/AgencyReel)`;

/** A token of the app; the key holds its id and secret as `id:secret`. */
export function openToken(
  { http, key, baseUrl, otherUrl = baseUrl, timeoutMs = 8_000 }: Access,
  { name, path }: { name: string; path: string },
): Token {
  let kept: { authorization: string; until: number } | null = null;
  return {
    forget: () => {
      kept = null;
    },
    async get(signal) {
      if (kept !== null && kept.until > Date.now()) return kept.authorization;
      const reply = await http.send({
        method: 'POST',
        url: new URL(`${otherUrl.href.replace(/\/$/, '')}${path}`),
        headers: {
          accept: 'application/json',
          authorization: `Basic ${Buffer.from(key).toString('base64')}`,
          'user-agent': userAgentOf({ key }),
        },
        body: formBody({ grant_type: 'client_credentials' }),
        signal,
        timeoutMs,
      });
      if (reply.kind !== 'answered' || reply.status >= 500)
        return { kind: 'unreachable', message: `${name} did not answer. Please try again later.` };
      if (reply.status === 429) return limitOf(name, retryAfterOf(reply.headers, new Date()));
      if (reply.status >= 400) return { kind: 'unauthorized', message: `${name} does not accept the key.` };
      const read = answered.safeParse(parseJson(reply.text));
      if (!read.success) return { kind: 'unreadable', message: `${name} sent an answer that cannot be read.` };
      const { access_token: token, expires_in: seconds } = read.data;
      kept = { authorization: `Bearer ${token}`, until: Date.now() + seconds * 1000 - marginMs };
      return kept.authorization;
    },
  };
}
