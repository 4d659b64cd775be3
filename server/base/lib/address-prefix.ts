import { isIP } from 'node:net';

/**
 * The prefix that a limit counts as one address. An IPv6 network of 64 bits is one household or one machine; an IPv4
 * address counts by itself.
 */
export function addressPrefix(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(address) !== 6) return address;
  const [front = '', back] = address.split('::');
  const [head, tail] = [front, back ?? ''].map((half) => (half === '' ? [] : half.split(':')));
  const missing = Math.max(0, 8 - (head?.length ?? 0) - (tail?.length ?? 0));
  const groups =
    back === undefined
      ? (head ?? [])
      : [...(head ?? []), ...Array.from({ length: missing }, () => '0'), ...(tail ?? [])];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
