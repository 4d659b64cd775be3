/** The queries of the videos and images on the dashboard. Read-only. */
import { sql } from 'kysely';
import type { Data } from '#contract/index.ts';
import type { Tx } from '#db/database.ts';
import { fileAddress } from '../../base/lib/file-address.ts';

type Created = { id: string; name: string; picture: string | null; created_at: Date };

/** The number of videos and of images that are shown. */
const shown = 4;

/** How many finished videos and images there are, and the latest four projects of each, finished or not. */
export async function createdContent(
  tx: Tx,
  agencyId: string,
): Promise<Pick<Data<'fetch-dashboard'>, 'content_created' | 'recent'>> {
  const { rows: videos } = await sql<Created>`
    select v.id, v.name, coalesce(p.thumbnail_name, p.name) as picture, v.created_at
    from videos v
    left join files p on p.id = v.poster_file_id
    where v.agency_id = ${agencyId}
    order by v.created_at desc, v.id desc
    limit ${shown}`.execute(tx);
  const { rows: designs } = await sql<Created>`
    select d.id, d.name, t.name as picture, d.created_at
    from designs d
    left join files t on t.id = d.thumbnail_file_id
    where d.agency_id = ${agencyId}
    order by d.created_at desc, d.id desc
    limit ${shown}`.execute(tx);
  const { rows: counts } = await sql<{ finished: number }>`
    select (
      (select count(*) from videos where agency_id = ${agencyId} and status = '6')
      + (select count(*) from designs where agency_id = ${agencyId})
    )::int as finished`.execute(tx);
  return {
    content_created: counts[0]?.finished ?? 0,
    recent: { videos: videos.map(present), images: designs.map(present) },
  };
}

const present = ({ id, name, picture, created_at: createdAt }: Created) => ({
  id,
  name,
  picture: fileAddress(picture),
  created: createdAt.toISOString(),
});
