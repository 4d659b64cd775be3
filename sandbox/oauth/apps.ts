import { timingSafeEqual } from 'node:crypto';
import list from './apps.json' with { type: 'json' };
import type { NetworkId } from '../state/network-id.ts';

/** An app registered with a network; any redirect address counts as registered. */
export type App = { networks: string[]; clientId: string; clientSecret: string; name: string };

/** The app with that client id at a network. */
export function findApp(network: NetworkId, clientId: string): App | undefined {
  return list.find((each) => each.clientId === clientId && each.networks.includes(network));
}

/** The app of a client id and its secret. */
export function provenApp(network: NetworkId, clientId: string, clientSecret: string): App | undefined {
  const app = findApp(network, clientId);
  return app && same(app.clientSecret, clientSecret) ? app : undefined;
}

/** The app that a Basic authorization header authenticates; id and secret are taken unencoded (RFC 7617). */
export function basicApp(network: NetworkId, header: string | undefined): App | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(header ?? '')?.[1];
  const [id = '', ...secret] = encoded ? Buffer.from(encoded, 'base64').toString().split(':') : [];
  return provenApp(network, id, secret.join(':'));
}

/** The token of a Bearer authorization header, '' without one. */
export function bearerOf(header: string | undefined): string {
  return /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? '';
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
