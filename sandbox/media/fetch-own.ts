import { networkInterfaces } from 'node:os';

const limit = 50_000_000;

/**
 * The bytes at an address of this machine, or undefined: other hosts, redirects, errors and more than 50 MB are not
 * fetched.
 */
export async function fetchOwn(address: string): Promise<Buffer | undefined> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || !isOwn(url.hostname)) return undefined;
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(10_000) });
    const data = response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
    return data && data.length <= limit ? data : undefined;
  } catch {
    // A picture that cannot be fetched is left out, as the networks do.
    return undefined;
  }
}

/** Names other than `localhost` are not resolved, so that no address can point outside. */
function isOwn(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host))
    return true;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some((each) => each.address === host));
}
