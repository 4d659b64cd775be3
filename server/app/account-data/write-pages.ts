import type { Tx } from '#db/database.ts';
import { listActivity } from '../activity/index.ts';
import { brandOf } from '../../base/brand/index.ts';
import { Html, html, pageOf, styleSheet } from './html.ts';
import {
  readItems,
  readOverview,
  readPeople,
  readPosts,
  readSchedules,
  type ItemPart,
  type Overview,
  type Part,
} from './page-queries.ts';
import {
  activityHead,
  activityRow,
  itemCard,
  mediaPath,
  personEntry,
  postHead,
  postRow,
  scheduleHead,
  scheduleRow,
  streamHead,
} from './pages.ts';
import type { ZipWriter } from './zip.ts';

/** Rows on one page. */
const rowsOnPage = 300;

/** A kind of page: its list in chunks of markup. */
type Section = { id: string; title: string; pieces: AsyncIterable<Html> };

/** The written pages of each kind, in order. */
export type WrittenPages = { brand: string; overview: Overview; sections: { title: string; files: string[] }[] };

/** Chunks of a list that is read by id: up to `rowsOnPage` rows each, turned into markup by `show`. */
async function* pieces<Row extends { id: string }>(
  agencyId: string,
  read: (part: Part) => Promise<Row[]>,
  show: (rows: Row[]) => Html,
): AsyncGenerator<Html> {
  for (let afterId = '0'; ;) {
    const rows = await read({ agencyId, afterId, limit: rowsOnPage });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield show(rows);
    afterId = last.id;
  }
}

const table = (head: Html, rows: readonly Html[]): Html =>
  html`<div class="wide"><table><thead>${head}</thead><tbody>${rows}</tbody></table></div>`;

async function* itemPieces(tx: Tx, agencyId: string): AsyncGenerator<Html> {
  for (let after = { stream_id: '0', id: '0' }; ;) {
    const rows = await readItems(tx, { agencyId, after, limit: rowsOnPage });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield new Html([...Map.groupBy(rows, (row) => row.stream_id).values()].map(streamOf).join(''));
    after = last;
  }
}

function streamOf(items: readonly ItemPart[]): string {
  const [first] = items;
  if (first === undefined) return '';
  const cards = items.filter(({ id }) => id !== '0').map(itemCard);
  return html`<section>${streamHead(first)}<ul class="cards">${cards}</ul></section>`.text;
}

async function* activityPieces(tx: Tx, agencyId: string): AsyncGenerator<Html> {
  const { name: brand } = await brandOf(tx, agencyId);
  const all = { agencyId, personId: null, doer: null, actions: null, from: null, before: null, words: [] };
  for (let afterId: string | null = null; ;) {
    const rows = await listActivity(tx, all, { afterId, limit: rowsOnPage });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield table(
      activityHead,
      rows.map((row) => activityRow(row, brand)),
    );
    afterId = last.id;
  }
}

const sectionsOf = (tx: Tx, agencyId: string): Section[] => [
  {
    id: 'clients',
    title: 'Clients',
    pieces: pieces(
      agencyId,
      (part) => readPeople(tx, { ...part, clients: true }),
      (rows) => html`${rows.map(personEntry)}`,
    ),
  },
  { id: 'streams', title: 'Content streams', pieces: itemPieces(tx, agencyId) },
  {
    id: 'schedules',
    title: 'Schedules',
    pieces: pieces(
      agencyId,
      (part) => readSchedules(tx, part),
      (rows) => table(scheduleHead, rows.map(scheduleRow)),
    ),
  },
  {
    id: 'posts',
    title: 'Posts and their figures',
    pieces: pieces(
      agencyId,
      (part) => readPosts(tx, part),
      (rows) => table(postHead, rows.map(postRow)),
    ),
  },
  {
    id: 'team',
    title: 'Team',
    pieces: pieces(
      agencyId,
      (part) => readPeople(tx, { ...part, clients: false }),
      (rows) => html`${rows.map(personEntry)}`,
    ),
  },
  { id: 'activity', title: 'Activity', pieces: activityPieces(tx, agencyId) },
];

/** Writes the readable pages except the first one; `onShare` gets the progress. */
export async function writePages(
  zip: ZipWriter,
  tx: Tx,
  { agencyId, onShare }: { agencyId: string; onShare: (share: number) => Promise<void> },
): Promise<WrittenPages> {
  const overview = await readOverview(tx, agencyId);
  const sections = sectionsOf(tx, agencyId);
  const written: WrittenPages['sections'] = [];
  await zip.addText('pages/style.css', styleSheet);
  for (const [index, section] of sections.entries()) {
    written.push({ title: section.title, files: await writeSection(zip, section, overview.name) });
    await onShare((index + 1) / sections.length);
  }
  return { brand: (await brandOf(tx, agencyId)).name, overview, sections: written };
}

/** One file for each chunk, linked to the previous and next one; an empty list has one that says so. */
async function writeSection(zip: ZipWriter, { id, title, pieces: given }: Section, agency: string): Promise<string[]> {
  const files: string[] = [];
  const write = async (body: Html, hasNext: boolean): Promise<void> => {
    const number = files.length + 1;
    const before = number === 1 ? null : html`<a href="${id}-${number - 1}.html">Before</a>`;
    const after = hasNext ? html`<a href="${id}-${number + 1}.html">Next</a>` : null;
    await zip.addText(
      `pages/${id}-${number}.html`,
      pageOf({
        title: number === 1 ? title : `${title}, page ${number}`,
        root: '../',
        agency,
        body: html`${body}<nav>${before}${after}</nav>`,
      }),
    );
    files.push(`pages/${id}-${number}.html`);
  };
  let waiting: Html | null = null;
  for await (const piece of given) {
    if (waiting !== null) await write(waiting, true);
    waiting = piece;
  }
  await write(waiting ?? html`<p class="dim">There is nothing here.</p>`, false);
  return files;
}

/** The summary of the download on its first page. */
export type Contents = WrittenPages & {
  tables: readonly { name: string; rows: number }[];
  resellers: readonly { name: string; created_at: Date }[];
  missing: number;
  madeAt: Date;
};

/** The first page: the contents, their paths, and what is left out. */
export function indexPage({ brand, overview, sections, tables, resellers, missing, madeAt }: Contents): string {
  const counts: readonly [string, number][] = [
    ['Clients', overview.clients],
    ['Connected accounts', overview.accounts],
    ['Content streams', overview.streams],
    ['Items in them', overview.items],
    ['Schedules', overview.schedules],
    ['Posts', overview.posts],
    ['of them posted', overview.posted],
    ['People of the team', overview.team],
    ['Files', overview.files],
    ['Actions on record', overview.actions],
  ];
  const links = sections.map(({ title, files }) => {
    const pages = files.map((file, index) => html`<a href="${file}">${index === 0 ? title : `${index + 1}`}</a> `);
    return html`<li>${pages}</li>`;
  });
  const logo = overview.logo === null ? null : html`<img class="face" alt="Logo" src="${mediaPath(overview.logo)}">`;
  const gone =
    missing === 0
      ? null
      : html`<p><strong>${missing} of the files could not be found in our storage.</strong>
Their names are in <code>media/missing.txt</code>.</p>`;
  const body = html`${logo}
<p>Everything ${brand} kept for ${overview.name} on ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.
These pages work without the internet.</p>
<h2>To read</h2><ul>${links}</ul>
<h2>In figures</h2><dl class="facts">${counts.map(
    ([label, count]) => html`<dt>${label}</dt>
<dd>${count.toLocaleString('en-US')}</dd>`,
  )}</dl>
${
  resellers.length === 0
    ? null
    : html`<h2>Reseller accounts</h2>
<p class="dim">Each is an agency of its own: its data is its owner's and not in here.</p><ul>
${resellers.map(({ name, created_at: at }) => html`<li>${name}, since ${at.toISOString().slice(0, 10)}</li>`)}</ul>`
}
<h2>Media</h2>
<p>The pictures and videos as they were uploaded lie in <code>media/</code>, small versions for looking at in
<code>media/thumbnails/</code>. Versions made to fit single networks are left out: they are made from these.</p>
${gone}
<h2>For programs</h2>
<p>One file a table in <code>data/</code>, each a list of rows as JSON. Times are ISO 8601, money is in cents.
Left out is what would let somebody in: passwords, keys and tokens of networks, codes and links, and
addresses of uploads under way.</p>
<div class="wide"><table><thead><tr><th>Table</th><th>Rows</th></tr></thead><tbody>
${tables.map(
  ({ name, rows }) => html`<tr><td><a href="data/${name}.json">${name}</a></td>
<td>${rows.toLocaleString('en-US')}</td></tr>`,
)}</tbody></table></div>`;
  return pageOf({
    title: overview.name === '' ? 'Your data' : `All data of ${overview.name}`,
    root: '',
    agency: overview.name || 'Your agency',
    body,
  });
}
