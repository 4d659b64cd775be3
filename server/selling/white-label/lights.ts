/** What the DNS says about a customer's domain, as lights with words. */
import { BlockList, isIPv6 } from 'node:net';
import { Resolver } from 'node:dns/promises';
import type { Light } from '#contract/selling/white-label.ts';
import proxies from './proxies.json' with { type: 'json' };

/** The result of checking a domain: the lights, the proofs of ownership found there, and whether it may be served. */
export type Look = { lights: Light[]; proofs: string[]; isRight: boolean; isKnown: boolean };

/** Where to look: name servers ('127.0.0.1:53'; none for the machine's own) and our own addresses. */
export type Looking = { servers: readonly string[]; addresses: readonly string[] };

type Records<Row> = { kind: 'found'; rows: Row[] } | { kind: 'none' } | { kind: 'failed' };

const nothingThere = ['ENODATA', 'ENOTFOUND'];

/** The name of the record that holds a domain's proof of ownership. */
export const proofName = (host: string): string => `_agencyreel.${host}`;

/** A resolver that gives up after about five seconds. */
export function openResolver({ servers }: Pick<Looking, 'servers'>): Resolver {
  const resolver = new Resolver({ timeout: 2500, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

async function ask<Row>(look: Promise<Row[]>): Promise<Records<Row>> {
  try {
    const rows = await look;
    return rows.length === 0 ? { kind: 'none' } : { kind: 'found', rows };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { kind: nothingThere.includes(code) ? 'none' : 'failed' };
  }
}

/** Checks a domain. Never throws: a fact that cannot be looked up is `unknown`. */
export async function lookAt(host: string, { proof, servers, addresses }: Looking & { proof: string }): Promise<Look> {
  const resolver = openResolver({ servers });
  const [txt, alias, v4, v6, authority] = await Promise.all([
    ask(resolver.resolveTxt(proofName(host))),
    ask(resolver.resolveCname(host)),
    ask(resolver.resolve4(host)),
    ask(resolver.resolve6(host)),
    authorityOf(resolver, host),
  ]);
  const proofs = txt.kind === 'found' ? txt.rows.map((parts) => parts.join('')) : [];
  const lights = [
    ownership(txt.kind, { host, isThere: proofs.includes(proof) }),
    address(v4, { ours: addresses, alias: aliasOf(alias) }),
    conflict(v6, { ours: addresses, alias: aliasOf(alias) }),
    authority,
  ];
  return {
    lights,
    proofs,
    isRight: lights.slice(0, 3).every(({ state }) => state === 'right'),
    isKnown: lights.slice(0, 3).every(({ state }) => state !== 'unknown'),
  };
}

const unknown = (name: Light['name']): Light => ({
  name,
  state: 'unknown',
  words: 'This could not be checked just now. We try again within the hour.',
});

function ownership(kind: Records<unknown>['kind'], { host, isThere }: { host: string; isThere: boolean }): Light {
  const name = 'ownership';
  if (kind === 'failed') return unknown(name);
  if (isThere) return { name, state: 'right', words: 'The TXT record proves that the domain is yours.' };
  return kind === 'none'
    ? { name, state: 'missing', words: `There is no TXT record at ${proofName(host)} yet.` }
    : { name, state: 'wrong', words: `The TXT record at ${proofName(host)} holds something else.` };
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
const proxied = new BlockList();
for (const range of proxies.cloudflare) {
  const [net = '', bits = ''] = range.split('/');
  proxied.addSubnet(net, Number(bits), familyOf(net));
}
const isProxied = (address: string): boolean => proxied.check(address, familyOf(address));

/** Our own addresses and names, and the name of which the host is an alias; null if it has records of its own. */
type Beside = { ours: readonly string[]; alias: string | null };

const aliasOf = (found: Records<string>): string | null => (found.kind === 'found' ? (found.rows[0] ?? null) : null);

function address(found: Records<string>, { ours, alias }: Beside): Light {
  const name = 'address';
  if (ours.length === 0)
    return { name, state: 'unknown', words: 'The operator of this site has not set its address (PUBLIC_IP) yet.' };
  if (found.kind === 'failed') return unknown(name);
  if (found.kind === 'none') return { name, state: 'missing', words: missingAddress(alias) };
  const foreign = found.rows.filter((row) => !ours.includes(row));
  if (foreign.length === 0)
    return {
      name,
      state: 'right',
      words: alias === null ? 'The A record points here.' : `A CNAME record points here through ${alias}.`,
    };
  if (foreign.every(isProxied))
    return {
      name,
      state: 'wrong',
      words: 'The domain is behind Cloudflare’s proxy. Please switch the record to “DNS only”.',
    };
  const words =
    alias === null
      ? `The A record points to ${foreign.join(', ')}. Please remove that.`
      : `A CNAME record points to ${alias} (${foreign.join(', ')}). Please delete it and set the A record.`;
  return { name, state: 'wrong', words };
}

const missingAddress = (alias: string | null): string =>
  alias === null
    ? 'There is no A record yet.'
    : `A CNAME record points to ${alias}, which has no A record. Please delete it and set the A record.`;

function conflict(found: Records<string>, { ours, alias }: Beside): Light {
  const name = 'conflict';
  if (found.kind === 'failed') return unknown(name);
  const foreign = found.kind === 'found' ? found.rows.filter((row) => !ours.includes(row)) : [];
  if (foreign.length === 0) return { name, state: 'right', words: 'No other record points elsewhere.' };
  // The proxy creates these and removes them itself; nobody could delete them.
  if (foreign.every(isProxied))
    return { name, state: 'wrong', words: 'The proxy adds AAAA records of its own. They go once it is switched off.' };
  const words =
    alias === null
      ? `An AAAA record points to ${foreign.join(', ')}. Please delete it.`
      : `${alias}, to which a CNAME record points, has an AAAA record to ${foreign.join(', ')}. Please delete the ` +
        'CNAME record and set the A record.';
  return { name, state: 'wrong', words };
}

/** Whether a certificate may be issued: the nearest CAA records up the tree decide. Source: RFC 8659, 3. */
async function authorityOf(resolver: Resolver, host: string): Promise<Light> {
  const name = 'authority';
  for (let at = host; at.includes('.'); at = at.slice(at.indexOf('.') + 1)) {
    const found = await ask(resolver.resolveCaa(at));
    if (found.kind === 'failed') return unknown(name);
    const issuers =
      found.kind === 'found' ? found.rows.flatMap(({ issue }) => (issue === undefined ? [] : [issue])) : [];
    if (issuers.length === 0) continue;
    if (issuers.some((issuer) => issuer.split(';')[0]?.trim() === 'letsencrypt.org')) break;
    return { name, state: 'wrong', words: `A CAA record at ${at} allows no certificate from letsencrypt.org.` };
  }
  return { name, state: 'right', words: 'A certificate may be issued.' };
}
