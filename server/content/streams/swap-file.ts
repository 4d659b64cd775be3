/** Replaces a file in items, as their own file and in their formatted texts, in one transaction. */
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { OwnWords } from '#rules/own-words.ts';
import { withTags } from '#rules/tags.ts';
import { askAboutItem, lockOpenPosts, rewordDeliveries, standOn, type OpenPost } from '../../publishing/index.ts';
import { swapAddresses, type Names, listCredits, listUsedByItem, replaceUses } from '../../base/files/index.ts';
import { exchangedCredits, exchangedParagraphs, type CreditSwap } from './credits.ts';
import type { ItemWords } from './item-queries.ts';
import { insertKept, lockItems, lockStreamsOf } from './kept-queries.ts';
import { settlePictures, textsOf } from './text-pictures.ts';

type Who = { agencyId: string; userId: string; now: Date };
type FileSwap = Who & {
  fromId: string;
  toId: string;
  /** Limits it to some items, including copies for kept texts. */
  only?: readonly string[] | undefined;
};
type TextSwap = Who & {
  from: Names & { id: string };
  to: Names & { id: string };
  /** Limits it to some items, and to some parts of their texts. */
  only?: ReadonlyMap<string, readonly string[]> | undefined;
};

/** A changed item, with its stream. */
type Swapped = { id: string; streamId: string; stream: string };

/** The result: the items, and the numbers of posts that follow and that do not. */
export type SwappedItems<Item = Swapped> = { items: Item[]; follow: number; underWay: number; sentBackAgain: number };

type ItemRow = { id: string; stream_id: string; stream: string; kept_of: string | null };

/** Locks the streams and schedules of all items that have a file, before anything of them is changed. */
export async function lockStreamsWithFile(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select i.id from items i where i.agency_id = ${agencyId} and i.file_id = ${id}
    union
    select u.item_id from file_uses u
    where u.agency_id = ${agencyId} and u.file_id = ${id} and u.item_id is not null`.execute(tx);
  await lockStreamsOf(tx, { agencyId, ids: rows.map((row) => row.id) });
}

/**
 * Replaces the file of every item that has it, and of the copies that posts with earlier texts use. Waiting posts
 * follow, and need approval again if their client approves; posts in progress keep their file, on a copy of their own.
 */
export async function swapFileOfItems(tx: Tx, swap: FileSwap): Promise<SwappedItems> {
  const { agencyId, fromId, toId } = swap;
  const credits = await creditsOf(tx, swap);
  return changeItems(tx, swap, {
    list: () => listWith(tx, swap),
    change: async ({ id, stream_id: streamId, stream, description, own_words: own }) => {
      // Texts of single networks get a credit only if they had one: otherwise only a person adds credits to them.
      const inOwn = (text: string): string => (credits.from.length === 0 ? text : exchangedCredits(text, credits));
      const words = changedWords({ description, own_words: own }, (text, path) =>
        path === 'text' ? exchangedCredits(text, credits) : inOwn(text),
      );
      await sql`
        update items set file_id = ${toId}, description = ${words.description},
          own_words = ${JSON.stringify(words.own_words)}::jsonb
        where agency_id = ${agencyId} and id = ${id} and file_id = ${fromId}`.execute(tx);
      return { id, streamId, stream };
    },
  });
}

/** An item in whose texts a file was replaced, and the paths. */
export type SwappedText = Swapped & { places: string[] };

/** Like `swapFileOfItems`, for pictures in formatted texts. */
export async function swapFileInTexts(tx: Tx, swap: TextSwap): Promise<SwappedItems<SwappedText>> {
  const { agencyId, from, to, only } = swap;
  const credits = await creditsOf(tx, { agencyId, fromId: from.id, toId: to.id });
  return changeItems(tx, swap, {
    list: () => listUsing(tx, swap),
    change: async ({ id, stream_id: streamId, stream, description: before, own_words: own }) => {
      const paths = only?.get(id);
      const { words, places: changed } = swapInWords(
        { description: before, own_words: own },
        { from, to, credits: await notOfOthers(tx, { id, ...swap, credits }), only: paths && new Set(paths) },
      );
      if (changed.length === 0) return null;
      await sql`
        update items set description = ${words.description}, own_words = ${JSON.stringify(words.own_words)}::jsonb
        where agency_id = ${agencyId} and id = ${id}`.execute(tx);
      // The credits are replaced already: what a person made of the lines of others stays.
      const known = [...(await listUsedByItem(tx, { agencyId, itemId: id })), to.id];
      const { fileIds } = await settlePictures(tx, { agencyId, texts: textsOf(words), known });
      await replaceUses(tx, { agencyId, user: { itemId: id }, fileIds });
      return { id, streamId, stream, places: changed };
    },
  });
}

type Change<Row, Item> = {
  /** The items in question; read twice, before and after taking the locks. */
  list: () => Promise<Row[]>;
  /** Changes one item; returns null if it needs no change. */
  change: (row: Row) => Promise<Item | null>;
};

async function changeItems<Row extends ItemRow, Item extends Swapped>(
  tx: Tx,
  { agencyId, userId, now }: Who,
  { list, change }: Change<Row, Item>,
): Promise<SwappedItems<Item>> {
  const ids = (await list()).map(({ id }) => id);
  await lockItems(tx, { agencyId, ids });
  const posts = await lockOpenPosts(tx, { agencyId, itemIds: ids });
  // Read again after taking the locks.
  const rows = (await list()).filter(({ id }) => ids.includes(id));
  const done: SwappedItems<Item> = { items: [], follow: 0, underWay: 0, sentBackAgain: 0 };
  const count = (some: readonly OpenPost[]): number => some.filter(({ isOpen }) => isOpen).length;
  for (const row of rows) {
    const own = posts.filter(({ itemId }) => itemId === row.id);
    const staying = own.filter(({ isUnderWay }) => isUnderWay);
    done.underWay += count(staying);
    // A copy for kept texts cannot be copied again, so it is unchanged while one of its posts is in progress.
    if (staying.length > 0 && row.kept_of !== null) continue;
    if (staying.length > 0) {
      const copyId = await insertKept(tx, { agencyId, itemId: row.id, now });
      await standOn(tx, { agencyId, ids: staying.map(({ id }) => id), itemId: copyId });
    }
    const changed = await change(row);
    if (changed === null) continue;
    done.items.push(changed);
    done.follow += count(own) - count(staying);
  }
  for (const { id } of done.items) done.sentBackAgain += await askAboutItem(tx, { agencyId, itemId: id, userId, now });
  for (const { id } of done.items) await rewordDeliveries(tx, { agencyId, itemId: id });
  return done;
}

async function listWith(tx: Tx, { agencyId, fromId, only }: FileSwap): Promise<TextRow[]> {
  const { rows } = await sql<TextRow>`
    select i.id, i.stream_id, s.title as stream, i.kept_of, i.description, i.own_words
    from items i
    join streams s on s.id = i.stream_id
    where i.agency_id = ${agencyId} and i.file_id = ${fromId} and ${isInUse}
      and (${only === undefined} or i.id = any(${[...(only ?? [])]}::bigint[]))
    order by i.id`.execute(tx);
  return rows;
}

type TextRow = ItemRow & Texts;

async function listUsing(tx: Tx, { agencyId, from, only }: TextSwap): Promise<TextRow[]> {
  const { rows } = await sql<TextRow>`
    select i.id, i.stream_id, s.title as stream, i.kept_of, i.description, i.own_words
    from file_uses u
    join items i on i.id = u.item_id
    join streams s on s.id = i.stream_id
    where u.agency_id = ${agencyId} and u.file_id = ${from.id} and ${isInUse}
      and (${only === undefined} or i.id = any(${[...(only?.keys() ?? [])]}::bigint[]))
    order by i.id`.execute(tx);
  return rows;
}

/** Existing items, and copies that waiting posts use. */
const isInUse = sql<boolean>`(
  s.deleted_at is null and (i.deleted_at is null or i.kept_of is not null and exists (
    select from occurrences o where o.item_id = i.id and o.state = 'scheduled')))`;

type Texts = Pick<ItemWords, 'description' | 'own_words'>;
type SwapIn = { from: Names; to: Names; credits: CreditSwap; only?: ReadonlySet<string> | undefined };

/** An item's texts with replaced picture URLs and credits, and the changed parts. */
function swapInWords(words: Texts, { credits, ...swap }: SwapIn): { words: Texts; places: string[] } {
  const paths: string[] = [];
  const swapped = changedWords(words, (html, path) => {
    const before = paths.length;
    // The pictures are numbered 1, 3, 5: stored places of changes name them so.
    let at = 1;
    const inTag = (attributes: string): string =>
      attributes.replaceAll(/\bsrc="([^"]*)"/g, (_whole, address: string) => {
        const { document, places: changed } = swapAddresses({ [`${path}${at}`]: address }, swap);
        at += 2;
        for (const place of changed) paths.push(place);
        const swapped: unknown =
          typeof document === 'object' && document !== null ? Object.values(document)[0] : address;
        return `src="${String(swapped)}"`;
      });
    const exchanged = withTags(html, /<img\b/g, (attributes) => `<img${inTag(attributes)}>`);
    return paths.length === before ? html : exchangedParagraphs(exchanged, credits);
  });
  return { words: swapped, places: paths };
}

/** Changes an item's texts; the general one is the part `text`, the others are named by their network. */
function changedWords(words: Texts, change: (text: string, path: string) => string): Texts {
  const own: OwnWords = Object.fromEntries(
    Object.entries(words.own_words).map(([network, at]) => [
      network,
      { ...at, description: change(at.description, network) },
    ]),
  );
  return { description: change(words.description, 'text'), own_words: own };
}

type Exchanged = { agencyId: string; fromId: string; toId: string };

const creditsOf = async (tx: Tx, { agencyId, fromId, toId }: Exchanged): Promise<CreditSwap> => ({
  from: await listCredits(tx, { agencyId, fileId: fromId }),
  to: await listCredits(tx, { agencyId, fileId: toId }),
});

type OfItem = Pick<TextSwap, 'agencyId' | 'from'> & { id: string; credits: CreditSwap };

/** The credits of a replacement in an item, without those that other pictures of the item require as well. */
async function notOfOthers(tx: Tx, { agencyId, from, id: itemId, credits }: OfItem): Promise<CreditSwap> {
  const staying = new Set<string>();
  for (const fileId of await listUsedByItem(tx, { agencyId, itemId }))
    if (fileId !== from.id) for (const line of await listCredits(tx, { agencyId, fileId })) staying.add(line);
  return { ...credits, from: credits.from.filter((line) => !staying.has(line)) };
}
