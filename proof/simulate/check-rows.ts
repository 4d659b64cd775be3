/** The invariants of one snapshot: rows, approval gates, accounts and occurrences agree with each other. */

import type { AccountNow, DeliveryNow, OccurrenceNow, Snapshot } from './snapshot.ts';

/** Whether the engine has left a delivery to a person. */
export const isLeft = ({ state, nextAt }: Pick<DeliveryNow, 'state' | 'nextAt'>): boolean =>
  state === 'failed' || state === 'missed' || (state === 'uncertain' && nextAt === null);

/** Whether a delivery waits for its client's approval, which may never come. */
export const isKeptBack = ({ state, isUnapproved }: Pick<DeliveryNow, 'state' | 'isUnapproved'>): boolean =>
  state === 'scheduled' && isUnapproved;

/** Compares the rows of a snapshot with each other. */
export function checkRows(snapshot: Snapshot, broken: (what: string) => void): void {
  checkAccounts(snapshot, broken);
  checkOccurrences(snapshot, broken);
  checkGates(snapshot, broken);
}

/** Whether a worker has the delivery. */
export const isRunning = ({ state }: Pick<DeliveryNow, 'state'>): boolean => state === 'claimed' || state === 'sending';

/** Checks that a delivery has what its state requires: worker and lease, a held account, or a reason. */
export function checkDelivery(row: DeliveryNow, accounts: readonly AccountNow[], broken: (what: string) => void): void {
  const name = `delivery ${row.id} is ${row.state}`;
  if (isRunning(row) && (row.worker === null || row.leaseUntil === null)) broken(`${name} without a worker or a lease`);
  if ((isLeft(row) || row.state === 'waiting') && row.message === '') broken(`${name} without a reason`);
  if (isRunning(row) && accounts.find(({ id }) => id === row.accountId)?.isHeld !== true)
    broken(`${name} and its account not held`);
}

function checkAccounts({ accounts, deliveries }: Snapshot, broken: (what: string) => void): void {
  const running = new Set(deliveries.filter(isRunning).map(({ accountId }) => accountId));
  for (const { id, isHeld } of accounts)
    if (isHeld && !running.has(id)) broken(`account ${id} is held with nothing of it running`);
}

function checkOccurrences({ occurrences, deliveries }: Snapshot, broken: (what: string) => void): void {
  const byOccurrence = Map.groupBy(deliveries, ({ occurrenceId }) => occurrenceId);
  for (const { id, state } of occurrences) {
    const own = byOccurrence.get(id) ?? [];
    if (own.length === 0) broken(`occurrence ${id} has no delivery`);
    if (state !== stateOf(own))
      broken(`occurrence ${id} is ${state}, though its deliveries are ${own.map((row) => row.state).join(', ')}`);
  }
}

/** The state that an occurrence has by the states of its deliveries. */
function stateOf(deliveries: readonly DeliveryNow[]): OccurrenceNow['state'] {
  const isOver = (row: DeliveryNow): boolean => isLeft(row) || row.state === 'published' || row.state === 'cancelled';
  if (!deliveries.every(isOver)) return 'scheduled';
  if (deliveries.some(({ state }) => state === 'published')) return 'posted';
  return deliveries.every(({ state }) => state === 'cancelled') ? 'cancelled' : 'failed';
}

/** The approval gate follows the approvals as long as something may still be sent. */
function checkGates({ deliveries, occurrences }: Snapshot, broken: (what: string) => void): void {
  const approvals = new Map(occurrences.map(({ id, approval }) => [id, approval]));
  for (const row of deliveries) {
    if (row.state === 'published' || row.state === 'cancelled') continue;
    const approval = approvals.get(row.occurrenceId) ?? 'approved';
    if (row.isUnapproved !== (approval !== 'approved'))
      broken(`delivery ${row.id} is ${row.isUnapproved ? '' : 'not '}kept back, though its approval is ${approval}`);
  }
}
