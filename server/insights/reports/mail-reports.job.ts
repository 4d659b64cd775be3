import { instantToLocal } from '#rules/planning.ts';
import { monthPlus } from '#rules/reports.ts';
import { isProcessingStopped } from '../../people/agency/index.ts';
import { brandOf, senderName } from '../../base/brand/index.ts';
import type { Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import { enqueueMail } from '../../base/mail/index.ts';
import { writeReportMail } from './mails.ts';
import { addressOf, hasReports, openLinkOf } from './links.ts';
import { listDueMails, markMailed, type DueMail } from './mail-queries.ts';

/** The client's local hour on the first day of a month from which the previous month's report is mailed. */
const mailedFrom = '09:00';

/** Mails a link to the page of last month's report to each client who has agreed to it, once. */
export const mailReports = jobs.mailReports.handledBy((services) => async (_data, { signal }) => {
  const { db, clock } = services;
  for (const due of await db.asSystem((tx) => listDueMails(tx, monthPlus(clock().toISOString().slice(0, 7), 1)))) {
    if (signal.aborted) return;
    const local = instantToLocal(clock(), due.timezone);
    const month = monthPlus(local.slice(0, 7), -1);
    const isTime = local.slice(8) >= `01 ${mailedFrom}`;
    if (isTime && due.mailedMonth < month) await mailOne(services, due, month);
  }
});

/** Queues the mail in the transaction that records it: the mail is sent if and only if that commits. */
const mailOne = ({ db, secrets, config, clock }: Services, due: DueMail, month: string): Promise<void> =>
  db.asAgency(due.agencyId, async (tx) => {
    const which = { agencyId: due.agencyId, clientId: due.clientId, month };
    if ((await isProcessingStopped(tx, due.agencyId)) || !(await hasReports(tx, due.agencyId))) return;
    if (!(await markMailed(tx, which))) return;
    const means = { secrets, config };
    const brand = await brandOf(tx);
    const { row } = await openLinkOf(tx, { ...which, means, madeBy: null, now: clock() });
    await enqueueMail(tx, {
      to: due.email,
      ...writeReportMail({
        name: due.name,
        agency: senderName(brand, due.agency),
        month,
        link: await addressOf(tx, { ...which, means, row }),
      }),
    });
  });
