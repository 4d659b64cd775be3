/** Working credentials around a publish: renewed before one where they end soon, and once after the network has refused them. */

import { endsWithin, mayRenewRefused, renewSoonSeconds } from '#rules/renewal.ts';
import type { DeliveryOutcome } from '#rules/delivery.ts';
import type { DeliveryRow } from './delivery-row.ts';
import type { Engine } from './engine.ts';

/** What asking for working credentials gave: sealed ones, or the outcome that a try without them has. */
export type Renewal =
  | { kind: 'usable'; credentials: string; expiresAt: Date | null; renewed: boolean }
  | { kind: 'unauthorized'; message: string }
  | { kind: 'unreachable'; message: string; appFault?: string }
  | { kind: 'rateLimited'; retryAfterSeconds: number; message: string };

/** Whoever keeps accounts alive (server/accounts). One renewal at a time and account, over all processes, is theirs to see to. */
export type Renewals = {
  /**
   * Credentials for the row's account: renewed where those in the row were `refused` and nobody has replaced them since, else
   * where they end soon. Transient failures are 'unreachable' and 'rateLimited'; 'unauthorized' only where the network, or the
   * lack of any way to renew, leaves reconnecting.
   */
  fresh(ask: { row: DeliveryRow; refused: boolean }): Promise<Renewal>;
  /** The renewed credentials of this row have worked. */
  worked(row: DeliveryRow): Promise<void>;
};

/** The row with credentials that will last, or the outcome that the lack of them is. Asks nobody while they last. */
export async function readied(engine: Engine, row: DeliveryRow): Promise<{ row: DeliveryRow } | { outcome: DeliveryOutcome }> {
  if (!engine.renewals || !endsWithin(row.expiresAt, renewSoonSeconds, engine.clock.now())) return { row };
  const renewal = await askFor(engine, row, { refused: false });
  return renewal.kind === 'usable' ? { row: withRenewed(engine, row, renewal) } : { outcome: outcomeOf(renewal) };
}

/** After the network has refused the row's credentials: others to try again with, or what is to be made of the refusal. */
export async function afterRefusal(engine: Engine, row: DeliveryRow, refusal: DeliveryOutcome): Promise<{ row: DeliveryRow } | { outcome: DeliveryOutcome }> {
  if (!engine.renewals || !mayRenewRefused(row)) return { outcome: refusal };
  const renewal = await askFor(engine, row, { refused: true });
  if (renewal.kind === 'usable') return { row: withRenewed(engine, row, renewal) };
  return { outcome: renewal.kind === 'unauthorized' ? refusal : outcomeOf(renewal) };
}

/** What breaks on the way to renewed credentials (a bug, the database away) passes like a network that cannot be reached. */
async function askFor(engine: Engine, row: DeliveryRow, { refused }: { refused: boolean }): Promise<Renewal> {
  try {
    return await (engine.renewals?.fresh({ row, refused }) ?? { kind: 'unreachable', message: '' });
  } catch (error) {
    engine.log('renewal-broke', { accountId: row.accountId, network: row.network, error });
    return { kind: 'unreachable', message: '' };
  }
}

/** Tells that renewed credentials have worked, where that is news. A failure to note it only keeps the replaced ones longer. */
export async function noteWorking(engine: Engine, row: DeliveryRow): Promise<void> {
  if (row.unproven) await engine.renewals?.worked(row).catch((error: unknown) => { engine.log('renewal-note-broke', { accountId: row.accountId, error }); });
}

function withRenewed(engine: Engine, row: DeliveryRow, { credentials, expiresAt, renewed }: Extract<Renewal, { kind: 'usable' }>): DeliveryRow {
  if (credentials === row.credentials) return row;
  return { ...row, credentials, expiresAt, ...(renewed ? { refreshedAt: engine.clock.now(), unproven: true } : {}) };
}

function outcomeOf(renewal: Exclude<Renewal, { kind: 'usable' }>): DeliveryOutcome {
  // It may be the wait of our own that grows from failure to failure.
  return renewal.kind === 'rateLimited' ? { ...renewal, scope: 'account', isGuess: true } : renewal;
}
