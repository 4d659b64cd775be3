/** The daily mail: the new finds for the keywords of an agency's clients. */
import { instantToLocal } from '#rules/planning.ts';
import { isProcessingStopped } from '../../people/agency/index.ts';
import type { Services } from '../../base/handlers.ts';
import { brandOf, originOf, senderName } from '../../base/brand/index.ts';
import { enqueueMail } from '../../base/mail/index.ts';
import { writeKeywordMail } from './mails.ts';
import { listDueMails, listNewFinds, lockKeywords, noteMailed, takeMail, type DueMail } from './mail-queries.ts';
import { stopAddress } from './stop-link.ts';

/**
 * The hours in which mails are sent, in the agency's local time: from an hour after the first searches, and not at
 * night.
 */
const mailed = { from: '07:00', until: '20:00' };
/** The most finds of a keyword in a mail. */
const most = 5;

/** Mails new finds to everybody who wants them, once a day and only if there are any. */
export async function mailFinds(services: Services, signal: AbortSignal): Promise<void> {
  const { db, clock } = services;
  for (const due of await db.asSystem(listDueMails)) {
    if (signal.aborted) return;
    const [day = '', time = ''] = instantToLocal(clock(), due.timezone).split(' ');
    if (time >= mailed.from && time < mailed.until && due.mailedOn < day) await mailOne(services, due, day);
  }
}

/** Queues the mail in the transaction that records it: the mail is sent if and only if that commits. */
const mailOne = ({ db, config, secrets }: Services, due: DueMail, day: string): Promise<void> =>
  db.asAgency(due.agencyId, async (tx) => {
    const { agencyId, userId } = due;
    if (await isProcessingStopped(tx, agencyId)) return;
    await lockKeywords(tx, agencyId);
    const since = await takeMail(tx, { agencyId, userId, day });
    if (since === null) return;
    const { finds, last } = await listNewFinds(tx, { agencyId, since, each: most });
    if (last === null) return;
    await noteMailed(tx, { agencyId, userId, find: last });
    const brand = await brandOf(tx);
    const origin = originOf(brand, config);
    await enqueueMail(tx, {
      to: due.email,
      ...writeKeywordMail({
        name: due.name,
        agency: senderName(brand, due.agency),
        finds,
        link: `${origin}/trends?tab=watched`,
        stop: stopAddress({ secrets, origin }, userId),
      }),
    });
  });
