import type { Context } from './context.ts';
import type { Post } from './state/model.ts';
import type { NetworkId } from './state/network-id.ts';
import type { Pending } from './state/model.ts';

/**
 * A network's processing of an accepted file, by the post's text (`sandbox-processing-5`, `sandbox-processing-fails`)
 * or an armed fault; undefined: ready at once. `ready` is the status of a processed post.
 */
export function processingOf(
  context: Context,
  {
    network,
    account,
    text,
    ready = 'published',
  }: { network: NetworkId; account: string; text: string; ready?: string },
): Pending | undefined {
  const fault = context.faults.take({ network, operation: 'process', account, text });
  if (fault?.kind !== 'takes' && fault?.kind !== 'fails') return undefined;
  const seconds = fault.kind === 'takes' ? fault.seconds : 1;
  return {
    at: new Date(context.now().getTime() + seconds * 1000).toISOString(),
    becomes: fault.kind === 'takes' ? ready : 'failed',
  };
}

/** A post's status now. */
export function currentStatus(post: Post, now: Date): string {
  return post.pending && post.pending.at <= now.toISOString() ? post.pending.becomes : post.status;
}
