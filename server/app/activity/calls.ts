import type { ActivityEntry } from '#contract/app/activity.ts';
import type { Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { instantToLocal, localToInstant } from '#rules/planning.ts';
import { activityDoers, activityKindNames } from '#rules/activity.ts';
import { csvOf } from '../../base/lists/csv.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { brandOf } from '../../base/brand/index.ts';
import { idAfter, likePattern, pageOf, pageSize } from '../../base/lists/paging.ts';
import {
  countActivity,
  knowsPerson,
  listActivity,
  listDoers,
  type ActivityFilter,
  type ActivityRow,
  type SearchWord,
} from './queries.ts';
import { actionsOf, actionsSaying, describeEntry } from './words.ts';

const mostExported = 20_000;
const mostPeople = 500;

async function filterOf(tx: Tx, agencyId: string, input: Input<'export-activity'>): Promise<ActivityFilter> {
  const personId = input.person_id ?? null;
  if (personId !== null && !(await knowsPerson(tx, { agencyId, id: personId })))
    throw new UserError(messages.notFound, { status: 404 });
  const dayStart = (day: string) => localToInstant(`${day} 00:00`, input.timezone);
  return {
    agencyId,
    personId,
    doer: input.doer ?? null,
    actions: input.kind === undefined ? null : actionsOf(input.kind),
    from: input.from === undefined ? null : dayStart(input.from),
    before: input.to === undefined ? null : dayStart(dayAfter(input.to)),
    words: await wordsOf(tx, input.search ?? ''),
  };
}

async function wordsOf(tx: Tx, search: string): Promise<SearchWord[]> {
  const words = search.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  const names = { operator: 'operator', product: (await brandOf(tx)).name.toLowerCase() };
  return words.map((word) => ({
    pattern: likePattern(word),
    actions: actionsSaying(word),
    doers: activityDoers.filter((doer) => names[doer].includes(word.toLowerCase())),
  }));
}

/** `'2026-02-28' -> '2026-03-01'`. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const present = (row: ActivityRow, brand: string): ActivityEntry => ({
  id: row.id,
  at: row.created_at.toISOString(),
  ...doerOf(row, brand),
  ...describeEntry({
    action: row.action,
    subjectKind: row.subject_kind,
    name: row.subject,
    network: row.network,
    details: row.details,
  }),
  from: row.address === 'operator' ? 'Command line' : row.address,
});

function doerOf(
  { on_behalf_of: behalf, address, doer }: ActivityRow,
  brand: string,
): { who: string; on_behalf_of: string | null } {
  if (behalf === 'worker') return { who: brand, on_behalf_of: null };
  if (address === 'operator') return { who: 'Operator', on_behalf_of: null };
  const name = doer ?? 'Somebody who has left';
  return behalf === null ? { who: name, on_behalf_of: null } : { who: 'Operator', on_behalf_of: name };
}

/** The handlers of the calls in contract/app/activity.ts. */
export const activityCalls = {
  'fetch-activity': async (input, { user, tx }) => {
    const filter = await filterOf(tx, user.agencyId, input);
    const { rows, next } = pageOf(
      await listActivity(tx, filter, { afterId: idAfter(input.cursor), limit: pageSize + 1 }),
    );
    const { name: brand } = await brandOf(tx);
    const items = rows.map((row) => present(row, brand));
    return { message: '', data: { items, next, total: await countActivity(tx, filter) } };
  },

  'fetch-activity-people': async (_input, { user, tx }) => ({
    message: '',
    data: await listDoers(tx, { agencyId: user.agencyId, limit: mostPeople }),
  }),

  'export-activity': async (input, { user, tx, now }) => {
    const rows = await listActivity(tx, await filterOf(tx, user.agencyId, input), {
      afterId: null,
      limit: mostExported + 1,
    });
    const { name: brand } = await brandOf(tx);
    const lines = rows.slice(0, mostExported).map((row) => {
      const { who, on_behalf_of: behalf, kind, what, from } = present(row, brand);
      return [
        instantToLocal(row.created_at, input.timezone),
        input.timezone,
        who,
        behalf ?? '',
        what,
        activityKindNames[kind],
        from,
      ];
    });
    const rest =
      rows.length > mostExported
        ? [[`Only the latest ${mostExported} lines are in this file. Please choose a shorter time.`]]
        : [];
    const day = instantToLocal(now, input.timezone).slice(0, 10);
    return {
      message: '',
      data: {
        file_name: `activity-${day}.csv`,
        csv: csvOf([['When', 'Timezone', 'Who', 'On behalf of', 'What', 'Kind', 'From'], ...lines, ...rest]),
      },
    };
  },
} satisfies Partial<Handlers>;
