import { z } from 'zod';
import type { Http } from '#outbound/request.ts';
import { consentBy, type Account, type NetworkApp, type Revoked } from '../network.ts';
import { noAppToRevoke } from '../oauth.ts';
import { openGraph, type Failure, type FacebookAddresses } from './graph.ts';

const deletedShape = z.union([z.literal(true), z.object({ success: z.literal(true) })]);
const debugShape = z.object({ data: z.object({ is_valid: z.boolean() }) });

/**
 * Revokes the consent of the person who chose a page, and with it the tokens of all pages chosen in it. Facebook
 * accepts the app's own token for this, so no token of the person is stored. If it refuses, because another page of the
 * same person was faster, the page's token is checked: a dead one counts as revoked. Source:
 * developers.facebook.com/docs/graph-api/reference/ user/permissions ("Revoking Permissions") and /debug_token (read
 * 2026-11-21).
 */
export async function revokeFacebook(
  { http, addresses }: { http: Http; addresses: FacebookAddresses },
  { profile, credentials }: Account,
  { app, signal }: { app: NetworkApp | null; signal: AbortSignal },
): Promise<Revoked> {
  if (app === null) return noAppToRevoke;
  const person = profile[consentBy] ?? '';
  if (person === '')
    return { kind: 'refused', message: 'It is not known whose consent at Facebook this page was connected by.' };
  const graph = openGraph({
    http,
    addresses,
    speaker: { token: `${app.clientId}|${app.clientSecret}`, proof: '' },
    signal,
  });
  const deleted = await graph.delete(`${encodeURIComponent(person)}/permissions`, deletedShape);
  if (deleted.kind === 'done') return { kind: 'revoked' };
  const token = await graph.get('debug_token', { input_token: credentials['token'] ?? '' }, debugShape);
  if (token.kind === 'done' && !token.value.data.is_valid) return { kind: 'revoked' };
  return notRevoked(deleted.outcome);
}

const notRevoked = ({ kind, message }: Failure): Revoked => ({
  kind: kind === 'rejected' || kind === 'unauthorized' ? 'refused' : 'unreachable',
  message,
});
