import { addressNamesOf } from '#networks/addresses.ts';
import type { NetworkId } from '#rules/eligibility.ts';
import type { Config } from '../../base/settings/config.ts';
import keys from './sandbox-keys.json' with { type: 'json' };

const site = 'plain-blog';
const keysOf: Partial<Record<NetworkId, Readonly<Record<string, string>>>> = keys;

/**
 * Values that a person could type to connect an account of the sandbox, by field of the network's dialog; not those of
 * a sample account, if there are others. Null if the network is not the sandbox, or nothing is typed.
 */
export function sandboxKeys(
  network: NetworkId,
  { sandboxUrl, publicUrl, addresses }: Pick<Config, 'sandboxUrl' | 'publicUrl' | 'addresses'>,
): Record<string, string> | null {
  const found = keysOf[network];
  if (found === undefined || sandboxUrl === null) return null;
  const isSandbox = addressNamesOf(network).every(
    (name) => addresses[name].startsWith(`${sandboxUrl}/`) || addresses[name].startsWith(`${publicUrl}/sandbox/`),
  );
  if (!isSandbox) return null;
  return network === 'wordpress' ? { url: `${sandboxUrl}/wordpress/${site}`, ...found } : { ...found };
}
