import type { LedgerEntry, StoryStep } from '#contract/insights/ledger.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { networkNames } from '#rules/eligibility.ts';
import { addsUp, ledgerBuckets, bucketNames, bucketOf, statesIn, type LedgerBucket } from '#rules/ledger.ts';
import { instantToLocal, localToInstant } from '#rules/planning.ts';
import { titleOf } from '#rules/titles.ts';
import { csvOf } from '../../base/lists/csv.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { pageSize } from '../../base/lists/paging.ts';
import { fetchLedger } from '../../publishing/index.ts';
import {
  countBehind,
  findApproval,
  findDelivery,
  knowsClient,
  listAttempts,
  listBehind,
  listEvents,
  type EntryRow,
  type Figure,
} from './queries.ts';
import { storyOf } from './story.ts';
import type { Step } from './story-step.ts';

const mostExported = 20_000;
const notFound = () => new UserError(messages.notFound, { status: 404 });

/**
 * The instants at which a month begins and ends in a zone: `'2026-03', 'Europe/Berlin' -> 28 Feb 23:00Z, 31 Mar
 * 22:00Z`.
 */
function monthIn({ month, timezone }: { month: string; timezone: string }): { from: Date; to: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  return { from: localToInstant(`${month}-01 00:00`, timezone), to: localToInstant(`${next}-01 00:00`, timezone) };
}

type Asked = {
  month: string;
  timezone: string;
  client_id?: string | undefined;
  place?: LedgerBucket | undefined;
  search?: string | undefined;
};

async function figureOf(tx: Tx, agencyId: string, asked: Asked): Promise<Figure> {
  const clientId = asked.client_id ?? null;
  if (clientId !== null && !(await knowsClient(tx, { agencyId, id: clientId }))) throw notFound();
  const states = asked.place === undefined ? null : statesIn(asked.place);
  return { agencyId, ...monthIn(asked), clientId, states, search: asked.search ?? '' };
}

/**
 * The cursor after which a page of a figure's list begins: '1780315200000.17' follows delivery 17 of that millisecond.
 */
function readCursor(cursor: string | undefined): { at: Date; id: string } | null {
  if (cursor === undefined || cursor === '') return null;
  const match = /^(\d{1,15})\.([1-9]\d{0,17})$/.exec(cursor);
  if (!match) throw new UserError('This page of the list is not known. Please reload.', { status: 422 });
  return { at: new Date(Number(match[1])), id: match[2] ?? '' };
}

const presentEntry = (row: EntryRow): LedgerEntry => ({
  delivery_id: row.id,
  schedule_id: row.schedule_id,
  client_id: row.client_id,
  client: row.client,
  title: titleOf(row),
  network: row.network,
  username: row.username,
  state: row.state,
  by_hand: row.by_hand,
  unapproved: row.unapproved,
  message: row.message,
  post_url: row.post_url,
  at: row.planned_at.toISOString(),
  timezone: row.timezone,
});

const presentStep = ({ at, kind, text, detail = '' }: Step): StoryStep => ({
  at: at?.toISOString() ?? null,
  kind,
  text,
  detail,
});

/** The handlers of the calls in contract/insights/ledger.ts, all read-only. */
export const ledgerCalls = {
  'fetch-ledger': async (input, { user, tx }) => {
    const { clients, total } = await fetchLedger(tx, { agencyId: user.agencyId, ...monthIn(input) });
    return {
      message: '',
      data: {
        clients: clients.map(({ clientId, client, ...counts }) => ({ id: clientId, name: client, ...counts })),
        total,
        adds_up: addsUp(total) && clients.every(addsUp),
      },
    };
  },

  'fetch-ledger-deliveries': async (input, { user, tx }) => {
    const figure = await figureOf(tx, user.agencyId, input);
    const rows = await listBehind(tx, { ...figure, after: readCursor(input.cursor), limit: pageSize + 1 });
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    const next = rows.length > pageSize && last !== undefined ? `${last.planned_at.getTime()}.${last.id}` : null;
    return { message: '', data: { items: shown.map(presentEntry), next, total: await countBehind(tx, figure) } };
  },

  'export-ledger': async (input, { user, tx }) => {
    const figure = await figureOf(tx, user.agencyId, input);
    switch (input.what) {
      case 'figures':
        return { message: '', data: { file_name: `ledger-${input.month}.csv`, csv: await figuresCsv(tx, figure) } };
      case 'deliveries':
        return {
          message: '',
          data: { file_name: `ledger-${input.month}-posts.csv`, csv: await deliveriesCsv(tx, figure) },
        };
      default:
        return input.what satisfies never;
    }
  },

  'explain-delivery': async (input, { user, tx, now }) => {
    const key = { agencyId: user.agencyId, id: input.delivery_id };
    const delivery = await findDelivery(tx, key);
    if (delivery === undefined) throw notFound();
    const steps = storyOf({
      delivery,
      attempts: await listAttempts(tx, key),
      events: await listEvents(tx, key),
      approval: await findApproval(tx, key),
      now,
    });
    return {
      message: '',
      data: { delivery: presentEntry(delivery), steps: steps.map(presentStep) },
    };
  },
} satisfies Partial<Handlers>;

async function figuresCsv(tx: Tx, { agencyId, from, to }: Figure): Promise<string> {
  const { clients, total } = await fetchLedger(tx, { agencyId, from, to });
  const rows = [
    ...clients.map(({ client, ...counts }) => ({ name: client, ...counts })),
    { name: 'All clients', ...total },
  ];
  return csvOf([
    ['Client', 'Planned', ...ledgerBuckets.map((bucket) => bucketNames[bucket])],
    ...rows.map((row) => [row.name, row.planned, ...ledgerBuckets.map((bucket) => row[bucket])]),
  ]);
}

async function deliveriesCsv(tx: Tx, figure: Figure): Promise<string> {
  const rows = await listBehind(tx, { ...figure, after: null, limit: mostExported + 1 });
  return csvOf([
    ['Planned', 'Timezone', 'Client', 'Title', 'Network', 'Account', 'Status', 'Message', 'Post'],
    ...rows
      .slice(0, mostExported)
      .map((row) => [
        instantToLocal(row.planned_at, row.timezone),
        row.timezone,
        row.client,
        titleOf(row),
        networkNames[row.network],
        row.username,
        bucketNames[bucketOf(row.state)],
        row.message,
        row.post_url ?? '',
      ]),
    ...(rows.length > mostExported
      ? [[`Only the first ${mostExported} posts are in this file. Please choose one client or one figure.`]]
      : []),
  ]);
}
