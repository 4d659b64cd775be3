import { networkNames } from '#rules/eligibility.ts';
import { instantToLocal } from '#rules/planning.ts';
import { findOwner } from '../../people/accounts/index.ts';
import type { Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import { brandOf, originOf } from '../../base/brand/index.ts';
import { writeHandOverMail, enqueueMail } from '../../base/mail/index.ts';
import { presentHandOver } from './present.ts';
import { listAgenciesToTell, takeToTell, type HandOverRow } from './queries.ts';

const atOnce = 100;

/** Mails each owner the posts to publish by hand now, once for each post and due time. */
export const handOver = jobs.handOver.handledBy((services) => async (_data, { signal }) => {
  for (const agencyId of await services.db.asSystem(listAgenciesToTell)) {
    while (!signal.aborted && (await tellOwner(services, agencyId)) === atOnce);
  }
});

/**
 * Queues the mail in the transaction that records the notification: the mail is sent if and only if that commits.
 * Answers the number of posts.
 */
const tellOwner = ({ db, config, clock }: Services, agencyId: string): Promise<number> =>
  db.asAgency(agencyId, async (tx) => {
    const owner = await findOwner(tx, agencyId);
    if (owner === undefined) return 0;
    const rows = await takeToTell(tx, { agencyId, now: clock(), limit: atOnce });
    const brand = await brandOf(tx);
    const words = { name: owner.name, brand: brand.name, origin: originOf(brand, config) };
    for (const row of rows) await enqueueMail(tx, { to: owner.email, ...mailOf(row, words) });
    return rows.length;
  });

function mailOf(row: HandOverRow, { name, brand, origin }: { name: string; brand: string; origin: string }) {
  const { title, paste_title: pasteTitle, text, media, link, network, username, client } = presentHandOver(row);
  return writeHandOverMail({
    name,
    network: networkNames[network],
    account: username,
    client,
    title,
    pasteTitle,
    text,
    link,
    dueAt: `${instantToLocal(row.due_at, row.timezone)} (${row.timezone})`,
    mediaLink: media === null ? null : origin + media.url,
    dashboard: `${origin}/dashboard?by-hand=${row.id}`,
    brand,
  });
}
