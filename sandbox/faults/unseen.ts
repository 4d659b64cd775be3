import type { Context } from '../context.ts';
import type { Post } from '../state/model.ts';
import { sentinelIn } from './sentinels.ts';

/** Whether a network does not know a post's id yet, as its text demands (`sandbox-unseen-5`). */
export function isUnseen(context: Context, { network, text, createdAt }: Post): boolean {
  const fault = sentinelIn(text, network, 'list')?.fault;
  return fault?.kind === 'unseen' && context.now().getTime() < Date.parse(createdAt) + fault.seconds * 1000;
}
