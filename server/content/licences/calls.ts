import type { LicenceRow } from '#contract/content/licences.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { sourceName } from '#rules/source-names.ts';
import { UserError, type Handlers } from '../../base/handlers.ts';
import { csvOf } from '../../base/lists/csv.ts';
import { findClient } from '../../people/users/index.ts';
import { fontRows } from './fonts.ts';
import { listFonts, listWithdrawnPosts, listWorks, type Whose } from './queries.ts';

const most = 5000;

async function clientOf(tx: Tx, { agencyId, clientId }: Whose): Promise<string | null> {
  if (clientId === null) return null;
  const client = await findClient(tx, { agencyId, id: clientId });
  if (client === undefined) throw new UserError(messages.notFound, { status: 404 });
  return client.name;
}

async function rowsOf(tx: Tx, whose: Whose): Promise<LicenceRow[]> {
  return [...(await listWorks(tx, whose, most)), ...fontRows(await listFonts(tx, whose))];
}

const heads = [
  'Kind',
  'Title',
  'Source',
  'Name at the source',
  'Author',
  'Licence',
  'Licence address',
  'Page',
  'Taken',
  'Withdrawn',
  'Used in',
  'Waiting posts',
];

const csvRow = (row: LicenceRow): (string | number)[] => [
  row.kind,
  row.title,
  sourceName(row.source),
  row.item,
  row.author,
  row.licence,
  row.licence_url,
  row.page_url,
  row.taken ?? '',
  row.withdrawn ?? '',
  row.uses.map(({ of, name }) => `${of}: ${name}`).join('; '),
  row.waiting,
];

/** Calls for the licence ledger. */
export const licenceCalls = {
  'fetch-licences': async ({ client_id: clientId = null }, { user: { agencyId }, tx }) => {
    const client = await clientOf(tx, { agencyId, clientId });
    return { message: '', data: { items: await rowsOf(tx, { agencyId, clientId }), client } };
  },

  'export-licences': async ({ client_id: clientId = null }, { user: { agencyId }, tx, now }) => {
    const client = await clientOf(tx, { agencyId, clientId });
    const rows = await rowsOf(tx, { agencyId, clientId });
    const whose = client === null ? '' : `-${clientId ?? ''}`;
    return {
      message: '',
      data: {
        file_name: `licences${whose}-${now.toISOString().slice(0, 10)}.csv`,
        csv: csvOf([heads, ...rows.map(csvRow)]),
      },
    };
  },

  'fetch-withdrawn': async (_input, { user: { agencyId }, tx }) => ({
    message: '',
    data: {
      posts: (await listWithdrawnPosts(tx, agencyId)).map((row) => ({
        id: row.id,
        due: row.due_at.toISOString(),
        client: row.client,
        title: row.title,
        stream: { id: row.stream_id, name: row.stream },
        file: { id: row.file_id, title: row.file },
        work: { title: row.work, source: row.source, withdrawn: row.withdrawn_at.toISOString() },
      })),
    },
  }),
} satisfies Partial<Handlers>;
