/**
 * Working credentials around a publish: renewed before one where they end soon, and once after the network has refused
 * them.
 */

import { endsWithin, mayRenewRefused, renewSoonSeconds } from '#rules/renewal.ts';
import type { DeliveryOutcome } from '#rules/delivery.ts';
import type { Clock } from './clock.ts';
import type { DeliveryRow } from './delivery-row.ts';
import type { Log } from './log.ts';

/** What asking for working credentials gave: sealed ones, or the outcome that a try without them has. */
export type Renewal =
  | { kind: 'usable'; credentials: string; expiresAt: Date | null; renewed: boolean }
  | { kind: 'unauthorized'; message: string }
  | { kind: 'unreachable'; message: string; appFault?: string }
  | { kind: 'rateLimited'; retryAfterSeconds: number; message: string };

/**
 * Whoever keeps accounts alive (server/accounts). One renewal at a time and account, over all processes, is theirs to
 * see to.
 */
export type Renewals = {
  /**
   * Credentials for the row's account: renewed where those in the row were `refused` and nobody has replaced them
   * since, else where they end soon. Transient failures are 'unreachable' and 'rateLimited'; 'unauthorized' only where
   * the network, or the lack of any way to renew, leaves reconnecting.
   */
  fresh(ask: { row: DeliveryRow; refused: boolean }): Promise<Renewal>;
  /** The renewed credentials of this row have worked. */
  worked(row: DeliveryRow): Promise<void>;
};

/** A row with credentials to work with, or the outcome that a try without them has. */
export type Ensured = { row: DeliveryRow } | { outcome: DeliveryOutcome };

/** An account's credentials on the way of a delivery. */
export type Credentials = {
  /** False where nobody renews: a refusal is then final. */
  canRenew: boolean;
  /** The row with credentials that will last; renews those that end soon, and asks nobody while they last. */
  ensure(row: DeliveryRow): Promise<Ensured>;
  /** After the network refused the row's credentials: others to try again with, or what the refusal comes to. */
  replaceRefused(row: DeliveryRow, refusal: DeliveryOutcome): Promise<Ensured>;
  /** Notes that renewed credentials have worked. A failure to note it only keeps the replaced ones longer. */
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

  // A bug or an absent database passes like a network that cannot be reached.
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
  // It may be the wait of our own that grows from failure to failure.
  return renewal.kind === 'rateLimited' ? { ...renewal, scope: 'account', isGuess: true } : renewal;
}
