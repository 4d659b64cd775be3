import type { Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { Report } from '#contract/insights/reports.ts';
import type { Tx } from '#db/database.ts';
import { may } from '#rules/permissions.ts';
import { completeSections, monthPlus } from '#rules/reports.ts';
import { outside, UserError, type Context, type Handlers } from '../../base/handlers.ts';
import { audit } from '../../base/audit/index.ts';
import { addressPrefix } from '../../base/lib/address-prefix.ts';
import { saved, versionOf } from '../../base/lib/versions.ts';
import { countTries, type Limit } from '../../base/limits/index.ts';
import { buildReport, type Which } from './build.ts';
import { reportCsv } from './csv.ts';
import { endLink, findLink, findOpenLink, type LinkRow } from './link-queries.ts';
import { addressOf, openLinkOf, openShared } from './links.ts';
import { findSettings, findSubject, lockReports, upsertSettings, upsertWritten } from './queries.ts';
import { writtenOf } from './written.ts';

/** How often clients' pages may be opened from one address. */
const openedByAddress: Limit = { name: 'report-link-address', most: 120, seconds: 300 };

const notFound = (): UserError => new UserError(messages.notFound, { status: 404 });

type Asked = Pick<Input<'client-report'>, 'id' | 'month' | 'year'>;

/** The client and the month. Refuses (422) a month that has not begun in any time zone. */
export function whichOf({ id, month, year }: Asked, { user, now }: Pick<Context, 'user' | 'now'>): Which {
  const which = { agencyId: user.agencyId, clientId: id, month: `${year}-${month}` };
  const latest = new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 7);
  if (which.month > latest)
    throw new UserError(messages.reportYearAhead, { status: 422, errors: { month: messages.reportYearAhead } });
  return which;
}

/** Throws a 404 for a client that does not belong to the agency. */
export async function mustKnow(tx: Tx, { agencyId, clientId }: Pick<Which, 'agencyId' | 'clientId'>): Promise<void> {
  if ((await findSubject(tx, { agencyId, id: clientId })) === undefined) throw notFound();
}

type Written = Pick<Report, 'introduction' | 'closing' | 'sections'>;
const showsProfit = (sections: Written['sections']): boolean => sections.some(({ id, on }) => id === 'profit' && on);

const stateOf = ({ introduction, closing, sections }: Written): Written => ({ introduction, closing, sections });

const presentLink = (row: LinkRow, url: string) => ({
  id: row.id,
  url,
  created: row.created_at.toISOString(),
  uses: row.uses,
  used: row.used_at?.toISOString() ?? null,
});

/** The handlers of the calls in contract/insights/reports.ts, without those of PDFs (pdf-calls.ts). */
export const reportCalls = {
  'client-report': async (input, { user, tx, now, services }) => {
    const which = whichOf(input, { user, now });
    const report = await buildReport(tx, { ...which, now });
    if (report === undefined) throw notFound();
    const settings = await findSettings(tx, which);
    const link = await findOpenLink(tx, which);
    return {
      message: '',
      data: {
        ...report,
        posts_a_week: settings?.posts_a_week ?? null,
        mail_monthly: settings?.mail_monthly ?? false,
        link:
          link === undefined ? null : presentLink(link, await addressOf(tx, { ...which, means: services, row: link })),
        version: versionOf(stateOf(report)),
      },
    };
  },

  'save-report': async (input, { user, tx, now }) => {
    const which = whichOf(input, { user, now });
    await mustKnow(tx, which);
    await lockReports(tx, which);
    const { introduction, closing, version } = input;
    const sections = completeSections(input.sections);
    const before = stateOf(await writtenOf(tx, which));
    if (showsProfit(sections) && !showsProfit(before.sections) && !may(user, 'profit'))
      throw new UserError(messages.profitByOwner, { status: 403 });
    const state = saved(before, { introduction, closing, sections, version });
    await upsertWritten(tx, { ...which, ...state, sections: JSON.stringify(state.sections), now });
    return { message: messages.reportSaved, data: { version: versionOf(state) } };
  },

  'save-report-settings': async (input, { user, tx, now }) => {
    const key = { agencyId: user.agencyId, clientId: input.id };
    await mustKnow(tx, key);
    await lockReports(tx, key);
    const before = await findSettings(tx, key);
    // The first mail is about the current month, not about past ones.
    const begins = before?.mail_monthly === true ? before.mailed_month : monthPlus(now.toISOString().slice(0, 7), -1);
    await upsertSettings(tx, {
      ...key,
      postsAWeek: input.posts_a_week,
      mailMonthly: input.mail_monthly,
      mailedMonth: begins,
    });
    return { message: messages.reportSettingsSaved, data: null };
  },

  'export-report': async (input, { user, tx, now }) => {
    const which = whichOf(input, { user, now });
    const report = await buildReport(tx, { ...which, now });
    if (report === undefined) throw notFound();
    return { message: '', data: { file_name: `report-${which.month}.csv`, csv: reportCsv(report) } };
  },

  'make-report-link': async (input, { user, tx, now, services, origin }) => {
    const which = whichOf(input, { user, now });
    await mustKnow(tx, which);
    const { row, isNew } = await openLinkOf(tx, { ...which, means: services, madeBy: user.id, now });
    if (isNew)
      await audit(tx, {
        user,
        origin,
        action: 'report-shared',
        subjectKind: 'client',
        subjectId: which.clientId,
        details: { month: which.month },
      });
    return { message: '', data: presentLink(row, await addressOf(tx, { ...which, means: services, row })) };
  },

  'end-report-link': async (input, { user, tx, now, origin }) => {
    const key = { agencyId: user.agencyId, id: input.id };
    const link = await findLink(tx, key);
    if (link === undefined) throw notFound();
    if (await endLink(tx, { ...key, now }))
      await audit(tx, {
        user,
        origin,
        action: 'report-unshared',
        subjectKind: 'client',
        subjectId: link.client_id,
      });
    return { message: messages.reportLinkEnded, data: null };
  },

  'open-shared-report': outside(async ({ token }, { origin, now, transaction, services }) => {
    await countTries({ transaction, now }, [[openedByAddress, addressPrefix(origin.address)]], messages.tooMany);
    const shared = await openShared(services, token);
    if (shared === null) throw notFound();
    return { message: '', data: shared };
  }),
} satisfies Partial<Handlers>;
