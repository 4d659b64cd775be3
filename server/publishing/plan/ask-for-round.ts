import { statement } from '../statement.ts';
import type { Run } from '../statements.ts';

// Items approved in the previous round and unchanged since need no further approval: the client has seen them.
const askForRoundStatement = statement({
  name: 'ask-for-round',
  columns: {},
  text: `
  with asked as (
    insert into approvals (occurrence_id, agency_id, client_id, state, fingerprint, asked_at, decided_at, decided_by,
      told_how, by_agency_password)
    select o.id, o.agency_id, s.user_client_id, case when before.is_same then 'approved' else 'waiting' end,
      content_fingerprint(i), $3,
      case when before.is_same then before.decided_at end, case when before.is_same then before.decided_by end, case
        when before.is_same then before.told_how else '' end,
      coalesce(before.is_same and before.by_agency_password, false)
    from schedules s
    join occurrences o on o.schedule_id = s.id
    join items i on i.id = o.item_id
    left join lateral (
      select a.state = 'approved' and a.fingerprint = content_fingerprint(i) as is_same, a.decided_at, a.decided_by,
        a.told_how, a.by_agency_password
      from occurrences p
      join approvals a on a.occurrence_id = p.id
      where p.item_id = o.item_id and p.schedule_id = s.id and p.round < o.round
      order by p.round desc
      limit 1
    ) before on true
    where s.id = $1 and s.needs_approval and o.round = $2
    returning occurrence_id, state
  )
  update deliveries d set unapproved = true, next_at = 'infinity'
  from asked
  where asked.state = 'waiting' and d.occurrence_id = asked.occurrence_id`,
});

/** Holds a newly written round if its schedule needs approval. */
export async function askForRound(
  run: Run,
  { scheduleId, round, now }: { scheduleId: string; round: number; now: Date },
): Promise<void> {
  await run(askForRoundStatement, [scheduleId, round, now]);
}
