/**
 * Suspends an agency that has not paid, and all agencies that it has sold: claims and the fence refuse them, and no
 * person can end that. Nothing is deleted.
 */

import type { Tx } from '#db/database.ts';
import { isPaused, withPauses, releaseClaim } from '../fragments.ts';
import { keepHoldsAway } from '../plan/holds.ts';
import { statement } from '../statement.ts';
import { runIn } from '../statements.ts';

// As for a pause: waits for concurrent claims, and blocks further ones until the commit.
const stopClaimsStatement = statement({
  name: 'stop-claims-of-sold',
  columns: { id: 'bigint' },
  text: `
  select a.id from social_accounts a
  where a.agency_id in (select sold_by($1)) and a.deleted_at is null
  order by a.id
  for key share of a`,
});

const releaseClaimsStatement = statement({
  name: 'take-back-of-sold',
  columns: {},
  text: `
  with taken as (
    update deliveries d set ${releaseClaim} where d.account_id = any($1::bigint[]) and d.state = 'claimed'
    returning d.account_id
  )
  update social_accounts a set free_at = '-infinity' from taken where a.id = taken.account_id`,
});

const lapseStatement = statement({
  name: 'lapse-agency',
  columns: { id: 'bigint' },
  text: `update agencies set lapsed_at = $2 where id = $1 and lapsed_at is null returning id`,
});

/**
 * Suspends an agency and all agencies it has sold. Needs a transaction that sees every agency. Once this is committed,
 * none of their deliveries passes the fence. Returns false if the agency itself is already suspended.
 */
export async function suspendAgency(tx: Tx, { agencyId, now }: { agencyId: string; now: Date }): Promise<boolean> {
  const run = runIn(tx);
  const accounts = await run(stopClaimsStatement, [agencyId]);
  await run(releaseClaimsStatement, [accounts.map(({ id }) => id)]);
  return (await run(lapseStatement, [agencyId, now])).length > 0;
}

const restoreStatement = statement({
  name: 'restore-agency',
  columns: { id: 'bigint' },
  text: `update agencies set lapsed_at = null where id = $1 and lapsed_at is not null returning id`,
});

// Tries start over, since their limit counted from before. Deliveries that are too late by now are missed, as after a
// downtime, and a person decides.
const releaseStatement = statement({
  name: 'release-sold',
  columns: { pg_notify: 'void' },
  text: `
  with released as (
    update deliveries d set next_at = d.due_at, tries = 0, first_tried_at = null
    from (
      select d.id from deliveries d ${withPauses}
      where d.agency_id in (select sold_by($1)) and d.state = 'scheduled' and d.next_at = 'infinity'
        and not d.unapproved and not ${isPaused}
      order by d.id
      for update of d
    ) held
    where d.id = held.id
  )
  select pg_notify('due', '')`,
});

/**
 * Ends the suspension of an agency and of those it has sold, unless another seller of theirs is suspended. Posts that
 * fell due meanwhile go out, or are missed if too late. Returns false if the agency itself is not suspended.
 */
export async function restoreAgency(tx: Tx, { agencyId }: { agencyId: string }): Promise<boolean> {
  const run = runIn(tx);
  await keepHoldsAway(run);
  if ((await run(restoreStatement, [agencyId])).length === 0) return false;
  await run(releaseStatement, [agencyId]);
  return true;
}
