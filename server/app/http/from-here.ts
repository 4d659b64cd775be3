import { BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** The headers of proxies: a request with one of them comes from elsewhere, whatever they say. */
const ofProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

type Sent = Pick<FastifyRequest, 'raw' | 'headers'>;

/**
 * Whether a request comes from this machine itself. NOTE the socket decides, never a header: behind a trusted proxy
 * `request.ip` is what the sender writes.
 */
export const isFromHere = (request: Sent): boolean => /^(127\.|::1$|::ffff:127\.)/.test(senderOf(request) ?? '');

/** The address that a request comes from; null if it was passed on. */
const senderOf = ({ raw, headers }: Sent): string | null =>
  ofProxies.every((name) => headers[name] === undefined) ? (raw.socket.remoteAddress ?? null) : null;

/** What the names in TRUST_PROXY mean, to Fastify as well, which believes X-Forwarded-For by the same list. */
const ranges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether a request comes from a trusted proxy itself, without having been passed on by it. */
export function openProxyCheck(trusted: readonly string[]): (request: Sent) => boolean {
  const list = new BlockList();
  for (const range of trusted.flatMap((word) => ranges[word] ?? [word])) {
    const [address = '', bits] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (request) => {
    const sender = senderOf(request);
    return sender !== null && list.check(sender, isIPv6(sender) ? 'ipv6' : 'ipv4');
  };
}
