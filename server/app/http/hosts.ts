/**
 * The hosts that are served. Otherwise a page of another host could read ours by changing its DNS entry to our address
 * (DNS rebinding).
 */
import { BlockList, isIP } from 'node:net';
import type { Config } from '../../base/settings/config.ts';

/**
 * Every host that a request names, in its header and in an absolute request target (RFC 9112, 3.2.2); null if the
 * header is repeated.
 */
export function hostsNamed({
  url = '',
  rawHeaders,
}: {
  url?: string | undefined;
  rawHeaders: readonly string[];
}): string[] | null {
  const inHeader = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');
  if (inHeader.length > 1) return null;
  const inAddress = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  return [inHeader[0] ?? '', ...(inAddress === undefined ? [] : [inAddress])];
}

/**
 * The hosts we serve: that of PUBLIC_URL, and this machine where it is not set or the sandbox is on. X-Forwarded-Host
 * is ignored: a browser on this machine can set it as well.
 */
export function openHostCheck({
  publicUrl,
  hasPublicUrl,
  sandbox,
}: Pick<Config, 'publicUrl' | 'hasPublicUrl' | 'sandbox'>): (host: string) => boolean {
  const own = new URL(publicUrl);
  const ownName = own.hostname.replace(/\.$/, '');
  const ownPort = own.port === '' ? (own.protocol === 'https:' ? '443' : '80') : own.port;
  return (host) => {
    const asked = parseHost(host);
    if (asked === null) return false;
    if (hasPublicUrl && asked.name === ownName && (asked.port === null || asked.port === ownPort)) return true;
    return (!hasPublicUrl || sandbox) && isThisMachine(asked.name);
  };
}

/** A host in lower case, without the final dot and with its port apart; null for an invalid one. */
export function parseHost(host: string): { name: string; port: string | null } | null {
  const [, name, port = null] = /^(\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*)\.?(?::(\d{1,5}))?$/i.exec(host) ?? [];
  return name === undefined ? null : { name: name.toLowerCase(), port };
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

function isThisMachine(name: string): boolean {
  if (name === 'localhost') return true;
  const address = name.startsWith('[') ? name.slice(1, -1) : name;
  const family = isIP(address);
  return (
    (name.startsWith('[') ? family === 6 : family === 4) && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')
  );
}
