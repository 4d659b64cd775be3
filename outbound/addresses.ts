/** The addresses that a person may have us contact: public ones, and the private hosts that the operator allows. */

import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { OutboundFailure } from './failures.ts';

/** Public unicast by the registries, but a cloud's own metadata service (Azure's wire server). */
const metadataAddresses = new Set(['168.63.129.16']);
/** `::a.b.c.d`, long deprecated, reads as plain unicast; RFC 4291, 2.5.5.1. */
const ipv4Compatible = ipaddr.IPv6.parseCIDR('::/96');

/** Whether an IP address is publicly reachable: no private, loopback, link-local, metadata or tunnelled range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || metadataAddresses.has(parsed.toString())) return false;
  return !(parsed instanceof ipaddr.IPv6 && parsed.match(ipv4Compatible));
}

/** Why an address typed by a person is refused, or null: only http and https, and no login inside it. */
export function whyNotUsable(url: URL): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'Only addresses that begin with https:// or http:// can be used';
  if (url.username !== '' || url.password !== '') return 'The address must not contain a user name or password';
  return null;
}

/** Looks up all addresses of a name: the machine's own look-up, except in tests. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** A DNS look-up for sockets, which connect only to its answers: one forbidden address among them refuses the host. */
export const publicLookupBy =
  (resolve: Resolve): LookupFunction =>
  (host, options, answer) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      const first = found?.[0];
      if (error !== null || first === undefined) return answer(error ?? new Error('no address'), []);
      if (!found.every(({ address }) => isPublicAddress(address)))
        return answer(new OutboundFailure('FORBIDDEN_ADDRESS'), []);
      return options.all === true ? answer(null, found) : answer(null, first.address, first.family);
    });
  };
