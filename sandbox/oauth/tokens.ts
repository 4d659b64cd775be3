import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import type { NetworkId } from '../state/network-id.ts';
import type { Token } from './rows.ts';

/**
 * A network's policy for tokens. Lifetimes in seconds, null for unlimited. `refresh`: whether refresh tokens exist, and
 * whether each use gives another.
 */
export type Policy = {
  network: NetworkId;
  codeSeconds: number;
  accessSeconds: number | null;
  refreshSeconds: number | null;
  refresh: 'none' | 'kept' | 'rotated';
  /** The form of a token of this network; 32 random base64url characters by default. */
  mint?: (kind: Token['kind']) => string;
};

/** The grant of one person to one app. `challenge` is PKCE's, from the authorize address. */
export type Allowed = {
  clientId: string;
  persona: string;
  scopes: string[];
  redirectUri: string;
  challenge?: { text: string; method: 'S256' | 'plain' };
  offline?: boolean;
  extra?: Record<string, string>;
};

/**
 * The answer to a token call; `expiresInSeconds` is null if the access token does not expire, `token` is the stored
 * row.
 */
export type Granted = { access: string; refresh: string | null; expiresInSeconds: number | null; token: Token };

/** Why a code or a refresh token is refused. */
export type Refusal = 'unknown' | 'expired' | 'used' | 'revoked' | 'wrong-client' | 'wrong-redirect' | 'wrong-verifier';

/** A code for the redirect, which can be exchanged once. */
export async function issueCode(context: Context, policy: Policy, allowed: Allowed): Promise<string> {
  const { challenge, offline = true } = allowed;
  return put(context, policy, {
    kind: 'code',
    grant: randomBytes(9).toString('base64url'),
    seconds: policy.codeSeconds,
    allowed,
    challenge: challenge ? `${challenge.method} ${challenge.text}` : '',
    extra: { ...allowed.extra, offline: offline ? '1' : '' },
  });
}

/** Exchanges a code for tokens. A code used twice revokes its tokens (RFC 6749, 4.1.2). */
export async function redeemCode(
  context: Context,
  policy: Policy,
  { code, clientId, redirectUri, verifier }: { code: string; clientId: string; redirectUri: string; verifier: string },
): Promise<Granted | Refusal> {
  const token = context.state.tables.tokens.get(code);
  if (token?.kind !== 'code' || token.network !== policy.network) return 'unknown';
  if (token.used) {
    await endTokens(context, { network: policy.network, grant: token.grant, does: 'revoke' });
    return 'used';
  }
  if (token.clientId !== clientId) return 'wrong-client';
  if (isOver(context, token)) return 'expired';
  if (token.revoked) return 'revoked';
  if (token.redirectUri !== redirectUri) return 'wrong-redirect';
  if (!provesChallenge(token.challenge, verifier)) return 'wrong-verifier';
  await context.state.commit({ kind: 'row', table: 'tokens', id: code, value: { ...token, used: true } });
  const withRefresh = policy.refresh !== 'none' && token.extra['offline'] === '1';
  return grant(context, policy, { from: token, refresh: null, another: withRefresh });
}

/**
 * Exchanges a refresh token for an access token, and for another refresh token if they rotate. A rotated one is
 * refused.
 */
export async function renew(
  context: Context,
  policy: Policy,
  { refresh, clientId }: { refresh: string; clientId: string },
): Promise<Granted | Refusal> {
  const token = context.state.tables.tokens.get(refresh);
  if (token?.kind !== 'refresh' || token.network !== policy.network) return 'unknown';
  if (token.clientId !== clientId) return 'wrong-client';
  if (token.used) return 'used';
  if (token.revoked) return 'revoked';
  if (isOver(context, token)) return 'expired';
  if (policy.refresh === 'rotated')
    await context.state.commit({ kind: 'row', table: 'tokens', id: refresh, value: { ...token, used: true } });
  return grant(context, policy, { from: token, refresh, another: policy.refresh === 'rotated' });
}

/**
 * An access token without a code: an app's own, or one exchanged for another. `seconds` overrides the policy's
 * lifetime.
 */
export async function issueAccess(
  context: Context,
  policy: Policy,
  {
    allowed,
    seconds = policy.accessSeconds,
    grant: of = randomBytes(9).toString('base64url'),
  }: { allowed: Allowed; seconds?: number | null; grant?: string },
): Promise<string> {
  return put(context, policy, {
    kind: 'access',
    grant: of,
    seconds,
    allowed,
    challenge: '',
    extra: allowed.extra ?? {},
  });
}

/** The state of an access token now. */
export function judge(
  context: Context,
  network: NetworkId,
  access: string,
): { kind: 'valid' | 'expired' | 'revoked'; token: Token } | { kind: 'unknown' } {
  const token = context.state.tables.tokens.get(access);
  if (token?.kind !== 'access' || token.network !== network) return { kind: 'unknown' };
  return { kind: token.revoked ? 'revoked' : isOver(context, token) ? 'expired' : 'valid', token };
}

/**
 * Expires or revokes tokens now: all of a network, of a persona or of one grant. 'expire' affects access tokens only.
 * Returns how many.
 */
export async function endTokens(
  context: Context,
  {
    network,
    persona,
    grant: of,
    does,
  }: { network: NetworkId; persona?: string; grant?: string; does: 'expire' | 'revoke' },
): Promise<number> {
  const meant = [...context.state.tables.tokens].filter(
    ([, each]) =>
      each.network === network &&
      (persona === undefined || each.persona === persona) &&
      (of === undefined || each.grant === of) &&
      (does === 'revoke' || each.kind === 'access'),
  );
  const ended = (token: Token): Token =>
    does === 'revoke' ? { ...token, revoked: true } : { ...token, until: context.now().getTime() - 1 };
  await Promise.all(
    meant.map(([id, token]) => context.state.commit({ kind: 'row', table: 'tokens', id, value: ended(token) })),
  );
  return meant.length;
}

async function grant(
  context: Context,
  policy: Policy,
  { from, refresh, another }: { from: Token; refresh: string | null; another: boolean },
): Promise<Granted> {
  const common = { grant: from.grant, allowed: from, challenge: '', extra: from.extra };
  const access = await put(context, policy, { ...common, kind: 'access', seconds: policy.accessSeconds });
  const given = another
    ? await put(context, policy, { ...common, kind: 'refresh', seconds: policy.refreshSeconds })
    : refresh;
  return { access, refresh: given, expiresInSeconds: policy.accessSeconds, token: from };
}

async function put(
  context: Context,
  policy: Policy,
  {
    kind,
    grant: of,
    seconds,
    allowed,
    challenge,
    extra,
  }: {
    kind: Token['kind'];
    grant: string;
    seconds: number | null;
    allowed: { clientId: string; persona: string; scopes: string[]; redirectUri: string };
    challenge: string;
    extra: Record<string, string>;
  },
): Promise<string> {
  const id = policy.mint ? policy.mint(kind) : randomBytes(24).toString('base64url');
  const { clientId, persona, scopes, redirectUri } = allowed;
  const until = seconds === null ? null : context.now().getTime() + seconds * 1000;
  await context.state.commit({
    kind: 'row',
    table: 'tokens',
    id,
    value: {
      kind,
      network: policy.network,
      grant: of,
      clientId,
      persona,
      scopes,
      until,
      used: false,
      revoked: false,
      redirectUri,
      challenge,
      extra,
    },
  });
  return id;
}

function isOver(context: Context, token: Token): boolean {
  return token.until !== null && token.until <= context.now().getTime();
}

/** RFC 7636, 4.6. Without a challenge no verifier is required. */
function provesChallenge(challenge: string, verifier: string): boolean {
  if (challenge === '') return true;
  const [method = '', text = ''] = challenge.split(' ');
  return method === 'plain' ? verifier === text : createHash('sha256').update(verifier).digest('base64url') === text;
}
