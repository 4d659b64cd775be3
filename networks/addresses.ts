/** Which addresses a person may send us to: public ones, and the private hosts the operator allows. */

import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** Thrown while connecting when a host is, or resolves to, an address we must not talk to. */
export class ForbiddenAddress extends Error {
  readonly code = 'FORBIDDEN_ADDRESS';
}

/** Public unicast by the registries, yet a cloud's own metadata service (Azure's wire server). */
const metadataAddresses = new Set(['168.63.129.16']);
/** `::a.b.c.d`, long deprecated, reads as plain unicast; RFC 4291, 2.5.5.1. */
const ipv4Compatible = ipaddr.IPv6.parseCIDR('::/96');

/** Whether an IP address is reachable for all the world: no private, loopback, link-local, metadata or tunnelled range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || metadataAddresses.has(parsed.toString())) return false;
  return !(parsed instanceof ipaddr.IPv6 && parsed.match(ipv4Compatible));
}

/** Why an address given by a person is not used at all, or null: only http and https, and no login inside it. */
export function whyNotUsable(url: URL): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Only addresses that begin with https:// or http:// can be used';
  if (url.username !== '' || url.password !== '') return 'The address must not contain a user name or password';
  return null;
}

/** A DNS look-up whose result is what the socket connects to: one forbidden address among the answers refuses the host. */
const publicLookup: LookupFunction = (host, options, answer) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    const first = found?.[0];
    if (error !== null || first === undefined) return answer(error ?? new Error('no address'), []);
    if (!found.every(({ address }) => isPublicAddress(address))) return answer(new ForbiddenAddress('private address'), []);
    return options.all === true ? answer(null, found) : answer(null, first.address, first.family);
  });
};

/**
 * Opens sockets to public addresses only, checked at the moment of connecting, so that a name that changes its address gains nothing.
 * `allowPrivateHosts` names exceptions as `host` or `host:port`, e.g. `127.0.0.1:44000`.
 */
export function guardedConnector(allowPrivateHosts: readonly string[], timeoutMs: number): buildConnector.connector {
  const allowed = new Set(allowPrivateHosts.map((entry) => entry.toLowerCase()));
  const free = buildConnector({ allowH2: false, timeout: timeoutMs });
  const checked = buildConnector({ allowH2: false, timeout: timeoutMs, lookup: publicLookup, port: 0 });
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, '').toLowerCase();
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    if (allowed.has(host) || allowed.has(`${host}:${port}`)) return free(options, done);
    // NOTE net.connect never calls `lookup` for a literal address, so literals are judged here.
    if (isIP(host) !== 0 && !isPublicAddress(host)) return done(new ForbiddenAddress('private address'), null);
    return checked(options, done);
  };
}
