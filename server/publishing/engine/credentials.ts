/**
 * Working credentials for a publish: renewed before it if they expire soon, and once after the network refused them.
 */

import { endsWithin, mayRenewRefused, renewSoonSeconds } from '#rules/renewal.ts';
import type { DeliveryOutcome } from '#rules/delivery.ts';
import type { Clock } from './clock.ts';
import type { DeliveryRow } from './delivery-row.ts';
import type { Log } from './log.ts';

/** The result of a renewal: sealed credentials, or the outcome of a try without them. */
export type Renewal =
  | { kind: 'usable'; credentials: string; expiresAt: Date | null; renewed: boolean }
  | { kind: 'unauthorized'; message: string }
  | { kind: 'unreachable'; message: string; appFault?: string }
  | { kind: 'rateLimited'; retryAfterSeconds: number; message: string };

/**
 * Renews accounts' credentials (server/people/accounts); ensures one renewal per account at a time, across all
 * processes.
 */
export type Renewals = {
  /**
   * Credentials for the row's account: renewed if those in the row were `refused` and have not been replaced since, or
   * if they expire soon. Transient failures are 'unreachable' and 'rateLimited'; 'unauthorized' only if nothing but
   * reconnecting helps.
   */
  fresh(ask: { row: DeliveryRow; refused: boolean }): Promise<Renewal>;
  /** Records that the renewed credentials of this row have worked. */
  worked(row: DeliveryRow): Promise<void>;
};

/** A row with working credentials, or the outcome of a try without them. */
export type Ensured = { row: DeliveryRow } | { outcome: DeliveryOutcome };

/** An account's credentials during a delivery. */
export type Credentials = {
  /** False if credentials cannot be renewed: a refusal is then final. */
  canRenew: boolean;
  /** The row with credentials that last long enough; renews those that expire soon. */
  ensure(row: DeliveryRow): Promise<Ensured>;
  /** For a row whose credentials the network refused: renewed ones to try again with, or the final outcome. */
  replaceRefused(row: DeliveryRow, refusal: DeliveryOutcome): Promise<Ensured>;
  /** Records that renewed credentials worked. If that fails, the replaced ones are only kept longer. */
  noteWorking(row: DeliveryRow): Promise<void>;
};

/** The credentials of deliveries; without `renewals` they are used as they are. */
export function credentialsBy(renewals: Renewals | undefined, { clock, log }: { clock: Clock; log: Log }): Credentials {
  if (renewals === undefined) {
    return {
      canRenew: false,
      ensure: (row) => Promise.resolve({ row }),
      replaceRefused: (_row, outcome) => Promise.resolve({ outcome }),
      noteWorking: () => Promise.resolve(),
    };
  }

  // A bug or a lost database is treated like an unreachable network: transient.
  const fresh = (row: DeliveryRow, { refused }: { refused: boolean }): Promise<Renewal> =>
    renewals.fresh({ row, refused }).catch((error: unknown) => {
      log('renewal-broke', { accountId: row.accountId, network: row.network, error });
      return { kind: 'unreachable', message: '' };
    });

  const withRenewed = (
    row: DeliveryRow,
    { credentials, expiresAt, renewed }: Extract<Renewal, { kind: 'usable' }>,
  ): DeliveryRow => {
    if (credentials === row.credentials) return row;
    return { ...row, credentials, expiresAt, ...(renewed ? { refreshedAt: clock.now(), unproven: true } : {}) };
  };

  return {
    canRenew: true,
    ensure: async (row) => {
      if (!endsWithin(row.expiresAt, renewSoonSeconds, clock.now())) return { row };
      const renewal = await fresh(row, { refused: false });
      return renewal.kind === 'usable' ? { row: withRenewed(row, renewal) } : { outcome: outcomeOf(renewal) };
    },
    replaceRefused: async (row, refusal) => {
      if (!mayRenewRefused(row)) return { outcome: refusal };
      const renewal = await fresh(row, { refused: true });
      if (renewal.kind === 'usable') return { row: withRenewed(row, renewal) };
      return { outcome: renewal.kind === 'unauthorized' ? refusal : outcomeOf(renewal) };
    },
    noteWorking: async (row) => {
      if (!row.unproven) return;
      await renewals.worked(row).catch((error: unknown) => {
        log('renewal-note-broke', { accountId: row.accountId, error });
      });
    },
  };
}

function outcomeOf(renewal: Exclude<Renewal, { kind: 'usable' }>): DeliveryOutcome {
  // The wait may be our own backoff instead of the network's.
  return renewal.kind === 'rateLimited' ? { ...renewal, scope: 'account', isGuess: true } : renewal;
}
