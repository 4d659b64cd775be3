/** The question whether waiting posts leave out titles that are names of files. */
import { sql } from 'kysely';
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import type { Context, Reply } from '../../base/handlers.ts';
import { askAboutItem, lockOpenPosts, rewordDeliveries, standOn } from '../../publishing/index.ts';
import { noteFileTitlesSettled } from '../../people/agency/index.ts';
import { insertKept, lockItems } from './kept-queries.ts';

/**
 * The items of waiting posts whose title is the name of their file, with how many wait; none once the agency has
 * answered. An upload names its item and its file alike; a design or video names its picture, so those are no file
 * names.
 */
async function listNamed(tx: Tx, agencyId: string): Promise<{ id: string; posts: number }[]> {
  const { rows } = await sql<{ id: string; posts: number }>`
    select i.id, count(*)::int as posts
    from occurrences o
    join items i on i.id = o.item_id
    join files f on f.id = i.file_id
    where o.agency_id = ${agencyId} and o.state = 'scheduled' and i.title = f.title and i.title <> ''
      and not i.title_from_file and i.kept_of is null and i.deleted_at is null
      and (select g.file_titles_settled_at from agencies g where g.id = ${agencyId}) is null
      and not exists (select from designs d where d.picture_file_id = f.id)
      and not exists (select from videos v where v.file_id = f.id)
    group by i.id
    order by i.id`.execute(tx);
  return rows;
}

/** Answers `fetch-file-titles`. */
export async function fetchFileTitles(
  _input: Input<'fetch-file-titles'>,
  { user: { agencyId }, tx }: Context,
): Promise<Reply<Data<'fetch-file-titles'>>> {
  const named = await listNamed(tx, agencyId);
  return { message: '', data: { posts: named.reduce((sum, { posts }) => sum + posts, 0) } };
}

/** Answers `settle-file-titles`. */
export async function settleFileTitles(
  { answer }: Input<'settle-file-titles'>,
  { user: { agencyId, id: userId }, tx, now }: Context,
): Promise<Reply<Data<'settle-file-titles'>>> {
  const data = { posts: 0, asked_again: 0 };
  if (answer === 'leave-out') {
    const ids = (await listNamed(tx, agencyId)).map(({ id }) => id);
    await lockItems(tx, { agencyId, ids });
    const open = await lockOpenPosts(tx, { agencyId, itemIds: ids });
    for (const id of ids) {
      const posts = open.filter(({ itemId }) => itemId === id);
      const staying = posts.filter(({ isUnderWay }) => isUnderWay);
      // Posts that are being sent keep the title: with another one they could not be found.
      if (staying.length > 0)
        await standOn(tx, {
          agencyId,
          ids: staying.map((post) => post.id),
          itemId: await insertKept(tx, { agencyId, itemId: id, now }),
        });
      await markFileTitle(tx, { agencyId, id });
      data.posts += posts.length - staying.length;
      data.asked_again += await askAboutItem(tx, { agencyId, itemId: id, userId, now });
      await rewordDeliveries(tx, { agencyId, itemId: id });
    }
  }
  await noteFileTitlesSettled(tx, { agencyId, now });
  return { message: answer === 'leave-out' ? messages.titlesLeftOut : messages.titlesKept, data };
}

async function markFileTitle(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<void> {
  await sql`
    update items set title_from_file = true where agency_id = ${agencyId} and id = ${id}`.execute(tx);
}
