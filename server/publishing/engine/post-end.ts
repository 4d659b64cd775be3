/** What a worker concluded about a delivery, in ids and figures: for the log and the metrics, without content. */
import type { Finish } from './finish-record.ts';

/** One conclusion. `outcome` is the kind of the network's answer, of a read-back, or of the engine's decision. */
export type PostEnd = {
  agencyId: string;
  deliveryId: string;
  accountId: string;
  network: string;
  outcome: string;
  /** Seconds since the planned time. */
  lateSeconds: number;
};

/** The end that a conclusion stored at `now` means; null for one that changes nothing: still processing. */
export function endOf({ row, from, conclusion }: Finish, now: Date): PostEnd | null {
  const outcome = kindOf(conclusion);
  if (from === 'processing' && outcome === 'processing') return null;
  return {
    agencyId: row.agencyId,
    deliveryId: row.id,
    accountId: row.accountId,
    network: row.network,
    outcome,
    lateSeconds: Math.round((now.getTime() - row.dueAt.getTime()) / 1000),
  };
}

/** A post that reading the account back has found counts as published. */
function kindOf(conclusion: Finish['conclusion']): string {
  switch (conclusion.kind) {
    case 'outcome':
      return conclusion.outcome.kind;
    case 'found':
      return conclusion.found.kind === 'found' ? 'published' : conclusion.found.kind;
    default:
      return conclusion.kind;
  }
}
