import list from '../sentinels.json' with { type: 'json' };
import { isFaultKind, type Fault, type Operation } from './fault.ts';
import type { NetworkId } from '../state/network-id.ts';

/** A text that a person can type into a post, and its effect at the network. */
export type Sentinel = { text: string; does: string; networks: string[]; operation: Operation; fault: Fault };

const laterOperations = ['publish', 'upload', 'process', 'list'] as const;

/** All sentinels, in the order the page shows them. */
export const sentinels: readonly Sentinel[] = list.map((each) => {
  if (!isFaultKind(each.kind)) throw new Error(`sentinels.json: ${each.kind} is no kind of fault`);
  const operation = laterOperations.find((later) => later === each.operation) ?? 'create';
  return {
    text: each.text,
    does: each.does,
    networks: each.networks,
    operation,
    fault: { kind: each.kind, after: each.after === 'accept' ? 'accept' : 'commit', seconds: each.seconds },
  };
});

const byStem = new Map(sentinels.map((each) => [stem(each.text), each]));

/**
 * The fault that a text requests for this operation of this network. A trailing `-N` sets the seconds if the sentinel
 * has any, otherwise how often it happens (without it: always).
 */
export function sentinelIn(
  text: string,
  network: NetworkId,
  operation: Operation,
): { name: string; fault: Fault; times: number } | undefined {
  for (const [name] of text.matchAll(/\bsandbox-[a-z0-9-]*[a-z0-9]/g)) {
    const sentinel = byStem.get(stem(name)) ?? byStem.get(name);
    if (!sentinel || sentinel.operation !== operation || !sentinel.networks.includes(network)) continue;
    const number = name === sentinel.text || stem(name) === name ? undefined : Number(/-(\d+)$/.exec(name)?.[1]);
    if (sentinel.fault.seconds > 0)
      return { name, fault: { ...sentinel.fault, seconds: number ?? sentinel.fault.seconds }, times: Infinity };
    return { name, fault: sentinel.fault, times: number ?? Infinity };
  }
  return undefined;
}

/** 'sandbox-rate-limit-5' -> 'sandbox-rate-limit'; the numbers that belong to a name (500, 200, id-0) stay. */
function stem(name: string): string {
  return name.replace(/(?<!-(?:error|created|html|id))-\d+$/, '');
}
