/** The OAuth 2 requests that every network with a consent page needs (RFC 6749). */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseJson, retryAfterOf } from '#outbound/answers.ts';
import { formBody } from '#outbound/body.ts';
import type { Http } from '#outbound/request.ts';
import type { Refreshed, Revoked } from './network.ts';

/**
 * An app's id and secret as Basic authentication, each unencoded (RFC 7617). NOTE RFC 6749, 2.3.1 has both
 * percent-encoded first, which Vimeo, Reddit and X do not decode: docs.x.com, "OAuth 2.0 user access token", and the
 * clients vimeo.js and prawcore (read 2026-11-22).
 */
export const appAuth = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

/** The S256 challenge of a verifier (RFC 7636, 4.2). */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Tokens from a network; `expiresAt` and `scopes` are null if it does not name them. */
export type Tokens = {
  kind: 'tokens';
  accessToken: string;
  refreshToken: string | null;
  expiresAt: Date | null;
  scopes: readonly string[] | null;
};

/**
 * Why there are no tokens. `refused`: the network refused this particular code or token (or the app, with `error`
 * `invalid_client`); `status` is HTTP's.
 */
export type NoTokens =
  | { kind: 'refused'; status: number; error: string; message: string }
  | Extract<Refreshed, { kind: 'rateLimited' | 'unreachable' }>;

const tokenShape = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().positive().optional(),
  scope: z.string().optional(),
});
const errorShape = z.object({ error: z.string(), error_description: z.string().default('') });
const noWords = z.never();
const defaultWaitSeconds = 60;

/**
 * Requests tokens (RFC 6749, 4.1.3 and 6). `name` is the network's name in messages; scopes are separated by spaces or
 * commas; `ownWords` parses a refusal whose form differs from the standard.
 */
export async function askTokens({
  http,
  name,
  url,
  fields,
  headers = {},
  ownWords = noWords,
  signal,
  now = new Date(),
}: {
  http: Http;
  name: string;
  url: URL;
  fields: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  ownWords?: z.ZodType<z.output<typeof errorShape>>;
  signal: AbortSignal;
  now?: Date;
}): Promise<Tokens | NoTokens> {
  const reply = await http.send({
    method: 'POST',
    url,
    headers: { accept: 'application/json', ...headers },
    body: formBody(fields),
    signal,
  });
  if (reply.kind !== 'answered') return { kind: 'unreachable', message: reply.message };
  const json = parseJson(reply.text);
  const given = tokenShape.safeParse(json);
  if (reply.status < 300 && given.success) {
    const { access_token: accessToken, refresh_token: refreshToken = null, expires_in: seconds, scope } = given.data;
    const expiresAt = seconds === undefined ? null : new Date(now.getTime() + seconds * 1000);
    return {
      kind: 'tokens',
      accessToken,
      refreshToken,
      expiresAt,
      scopes: scope === undefined ? null : scope.split(/[ ,]+/).filter((each) => each !== ''),
    };
  }
  const { status } = reply;
  const refusedWith = ({ error, error_description: words }: z.output<typeof errorShape>): NoTokens => ({
    kind: 'refused',
    status,
    error,
    message: `${name}: ${words || error}`,
  });
  if (status === 429)
    return {
      kind: 'rateLimited',
      retryAfterSeconds: retryAfterOf(reply.headers, now) ?? defaultWaitSeconds,
      message: `${name} asks us to wait`,
    };
  // Reddit answers a wrong code with 200 and an error.
  const standard = errorShape.safeParse(json);
  if (status < 500 && standard.success) return refusedWith(standard.data);
  if (status === 401)
    return {
      kind: 'refused',
      status,
      error: 'invalid_client',
      message: `${name} does not accept the id and secret of the app`,
    };
  const own = ownWords.safeParse(json);
  if (status < 500 && own.success) return refusedWith(own.data);
  return { kind: 'unreachable', message: `${name} answered with status ${status} and nothing we can read` };
}

/**
 * The result of renewing an account's tokens. `credentials` builds credentials from the tokens; `refused` decides
 * whether a refusal is of the account or of the app, which networks express differently.
 */
export function renewalOf(
  tokens: Tokens | NoTokens,
  {
    credentials,
    refused,
  }: {
    credentials: (tokens: Tokens) => Readonly<Record<string, string>>;
    refused: (none: Extract<NoTokens, { kind: 'refused' }>) => Refreshed;
  },
): Refreshed {
  switch (tokens.kind) {
    case 'tokens':
      return { kind: 'refreshed', credentials: credentials(tokens), expiresAt: tokens.expiresAt };
    case 'refused':
      return refused(tokens);
    case 'rateLimited':
    case 'unreachable':
      return tokens;
    default:
      return tokens satisfies never;
  }
}

/**
 * Requests a revocation (RFC 7009, 2): a form with the token. A token that the network no longer knows counts as
 * revoked; the standard answers it like any other, some networks with `invalid_token`.
 */
export async function askRevocation({
  http,
  name,
  url,
  fields,
  headers = {},
  signal,
}: {
  http: Http;
  name: string;
  url: URL;
  fields: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}): Promise<Revoked> {
  const reply = await http.send({
    method: 'POST',
    url,
    headers: { accept: 'application/json', ...headers },
    body: formBody(fields),
    signal,
  });
  if (reply.kind !== 'answered') return { kind: 'unreachable', message: reply.message };
  if (reply.status < 300) return { kind: 'revoked' };
  const refused = errorShape.safeParse(parseJson(reply.text));
  if (refused.success && refused.data.error === 'invalid_token') return { kind: 'revoked' };
  return {
    kind: reply.status < 500 ? 'refused' : 'unreachable',
    message: `${name} answered with status ${reply.status}`,
  };
}

/**
 * A network that requires the app's credentials cannot be called without the app that the account was connected with.
 */
export const noAppToRevoke: Revoked = {
  kind: 'refused',
  message: 'The app this account was connected through is not set up any more.',
};
