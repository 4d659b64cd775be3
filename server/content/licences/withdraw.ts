/** Withdrawals: works that their source no longer offers. */
import type { Tx } from '#db/database.ts';
import { sourceName } from '#rules/source-names.ts';
import { findOwner } from '../../people/accounts/index.ts';
import { auditWorker } from '../../base/audit/index.ts';
import { brandOf, originOf } from '../../base/brand/index.ts';
import { markWithdrawn } from '../../base/files/index.ts';
import { enqueueMail } from '../../base/mail/index.ts';
import { writeWithdrawnMail } from './mails.ts';
import { listWithdrawnPosts } from './queries.ts';

/**
 * A work by its source ('pexels'), the source's own name of it, its page there, and when it was withdrawn. Without a
 * page, all works of that name.
 */
export type Withdrawal = { source: string; item: string; page?: string; now: Date; publicUrl: string };

/**
 * Marks the work as withdrawn for every agency that has it and mails the owners of waiting posts with it. Needs a
 * transaction that sees every agency. Earlier withdrawals are unchanged. Returns how many agencies had it.
 */
export async function withdrawWork(tx: Tx, { source, item, page, now, publicUrl }: Withdrawal): Promise<number> {
  const agencies = await markWithdrawn(tx, { source, item, page: page ?? null, now });
  for (const agencyId of agencies) {
    const posts = (await listWithdrawnPosts(tx, agencyId)).filter(
      (post) => post.source === source && post.withdrawn_at.getTime() === now.getTime(),
    );
    const work = posts[0]?.work ?? item;
    const details = { work, items: posts.length };
    await auditWorker(tx, [{ agencyId, action: 'licence-withdrawn', subjectKind: '', subjectId: agencyId, details }]);
    const owner = await findOwner(tx, agencyId);
    if (owner === undefined || posts.length === 0) continue;
    const brand = await brandOf(tx, agencyId);
    const link = `${originOf(brand, { publicUrl })}/licences`;
    const words = { name: owner.name, work, source: sourceName(source), posts: posts.length, link, brand: brand.name };
    await enqueueMail(tx, { to: owner.email, agencyId, ...writeWithdrawnMail(words) });
  }
  return agencies.length;
}
