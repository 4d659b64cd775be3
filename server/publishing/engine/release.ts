import { releaseClaim } from '../fragments.ts';
import { statement } from '../statement.ts';
import type { Run } from '../statements.ts';

/** A delivery that a worker holds, by the fencing token of its claim. */
type Claimed = { deliveryId: string; worker: string; claim: number };

const letGoStatement = statement({
  name: 'let-go',
  columns: {},
  text: `
  with given_back as (
    update deliveries d
    set ${releaseClaim}
    where d.id = $1 and d.worker = $2 and d.claim = $4 and d.state || '' = 'claimed'
    returning d.account_id
  )
  update social_accounts a set free_at = $3 from given_back where a.id = given_back.account_id`,
});

/**
 * Releases a delivery that was claimed but not sent (for example because its client was paused), as if it had not been
 * claimed. Changes nothing if this claim no longer holds it.
 */
export async function letGo(run: Run, { deliveryId, worker, claim, now }: Claimed & { now: Date }): Promise<void> {
  await run(letGoStatement, [deliveryId, worker, now, claim]);
}

const letGoLostStatement = statement({
  name: 'let-go-lost',
  columns: {},
  text: `
  with given_back as (
    update deliveries d
    set ${releaseClaim}
    where d.state = 'claimed' and d.worker = $1 and d.id <> all($2::bigint[])
    returning d.account_id
  )
  update social_accounts a set free_at = $3 from given_back where a.id = given_back.account_id`,
});

/**
 * Releases what is claimed in this worker's name though it is not at work on it: the answer to the claim was lost. Only
 * while no claim of this worker is under way.
 */
export async function letGoLost(
  run: Run,
  { worker, atWork, now }: { worker: string; atWork: readonly string[]; now: Date },
): Promise<void> {
  await run(letGoLostStatement, [worker, atWork, now]);
}

const healTokensStatement = statement({
  name: 'heal-tokens',
  columns: { id: 'bigint' },
  text: `
  update social_accounts a set free_at = $1
  where a.free_at = 'infinity'
    and not exists (select from deliveries d where d.account_id = a.id and d.state in ('claimed', 'sending'))
  returning a.id`,
});

/** Frees accounts that are held without a running delivery; returns how many, which should be none. */
export async function healTokens(run: Run, now: Date): Promise<number> {
  return (await run(healTokensStatement, [now])).length;
}
