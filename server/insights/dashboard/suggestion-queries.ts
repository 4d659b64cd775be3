/** The queries of what the dashboard's suggestions depend on, and of those that a person has hidden. */
import { sql } from 'kysely';
import { textOfStatement } from '#db/compiled.ts';
import type { Statement } from '#db/one-trip.ts';
import type { Tx } from '#db/database.ts';
import type { SuggestionId, Usage } from '#rules/suggestions.ts';

/**
 * All facts about an agency in one row. The lists of people cover the whole agency, because the statement is sent
 * before it is known who calls.
 */
export type UsageRow = Omit<Usage, 'usesSecondFactor'> & {
  withFactor: string[];
  hidden: { user: string; suggestion: SuggestionId }[];
};

/** Answers one `UsageRow` of the visible agency. */
export const usageStatement: Statement = {
  values: [],
  text: textOfStatement(sql`
    with me as materialized (select visible_agency() as id),
    clients as not materialized (
      select c.id, c.name, c.approval, c.paused_at from users c where c.agency_id = (select id from me)
        and c.role = 'client' and c.deleted_at is null
    )
    select
      exists (select from clients) as "hasClient",
      exists (select from schedules s where s.agency_id = (select id from me)
        and s.deleted_at is null) as "hasSchedule",
      exists (select from clients c where c.approval <> 'none') as "usesApproval",
      (
        select jsonb_build_object('id', c.id::text, 'name', c.name) from clients c
        where c.approval = 'none' and exists (select from schedules s where s.user_client_id = c.id
          and s.deleted_at is null)
        order by c.id desc limit 1
      ) as "clientToAsk",
      exists (select from connect_links l where l.agency_id = (select id from me)) as "usesConnectLinks",
      (
        select jsonb_build_object('id', c.id::text, 'name', c.name) from clients c
        where c.paused_at is null and not exists (select from social_accounts a where a.user_id = c.id
          and a.deleted_at is null)
        order by c.id desc limit 1
      ) as "clientToConnect",
      exists (select from schedules s where s.agency_id = (select id from me) and s.repurpose
        and s.deleted_at is null) as "usesRepurpose",
      exists (select from streams t where t.agency_id = (select id from me) and t.type = 'formatted'
        and t.deleted_at is null) as "usesFormattedTexts",
      exists (
        select from social_accounts a where a.agency_id = (select id from me) and a.network in ('wordpress',
          'medium') and a.deleted_at is null
      ) as "hasBlog",
      exists (select from users m where m.agency_id = (select id from me) and m.role = 'member'
        and m.deleted_at is null) as "hasMember",
      exists (select from audit_entries e where e.agency_id = (select id from me)
        and e.action = 'reseller-added') as "hasReseller",
      array(select f.user_id::text from second_factors f where f.agency_id = (select id from me)
        and f.turned_on_at is not null) as "withFactor",
      coalesce((
        select jsonb_agg(jsonb_build_object('user', h.user_id::text, 'suggestion', h.suggestion))
          from hidden_suggestions h where h.agency_id = (select id from me)
      ), '[]') as hidden`),
};

/** Hides a suggestion from a person; one that is hidden already stays hidden. */
export async function insertHidden(
  tx: Tx,
  hidden: { agencyId: string; userId: string; suggestion: SuggestionId; now: Date },
): Promise<void> {
  const { agencyId, userId, suggestion, now } = hidden;
  await tx
    .insertInto('hidden_suggestions')
    .values({ agency_id: agencyId, user_id: userId, suggestion, hidden_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Shows a person some suggestions again. */
export async function deleteHidden(
  tx: Tx,
  { agencyId, userId, suggestions }: { agencyId: string; userId: string; suggestions: readonly SuggestionId[] },
): Promise<void> {
  await tx
    .deleteFrom('hidden_suggestions')
    .where('agency_id', '=', agencyId)
    .where('user_id', '=', userId)
    .where('suggestion', 'in', suggestions)
    .execute();
}
