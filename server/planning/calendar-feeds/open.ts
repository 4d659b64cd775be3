import { createHash } from 'node:crypto';
import type { Attention } from '#contract/planning/schedules-calendar.ts';
import { networkNames } from '#rules/eligibility.ts';
import { plainTextOf } from '#rules/captions.ts';
import { iCalendarOf } from '#rules/icalendar.ts';
import { withoutCutTag } from '#rules/tags.ts';
import { titleOf } from '#rules/titles.ts';
import type { Services } from '../../base/handlers.ts';
import { brandOf, originOf } from '../../base/brand/index.ts';
import { hashToken } from '../../base/secrets/tokens.ts';
import { listForFeed, type FeedEventRow } from '../schedules/index.ts';
import { findOpenFeed, noteRead } from './queries.ts';

const dayMs = 86_400_000;

/** The part of the plan that a feed holds: the days before and after now, and the maximum number of posts. */
const shown = { daysBack: 31, mostBack: 1000, daysAhead: 92, mostAhead: 4000 };
/**
 * The length of a post in the calendar, minutes. A post is an instant, but a calendar program needs a length to draw
 * it.
 */
const minutes = 15;

const states: Readonly<Record<FeedEventRow['state'], string>> = {
  scheduled: 'Scheduled',
  posted: 'Posted',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
/** The reason why a post waits, if its state alone does not show it. */
const waits: Readonly<Record<Exclude<Attention, ''>, string>> = {
  uncertain: 'Needs a look',
  missed: 'Missed',
  'by-hand': 'To be posted by hand',
  paused: 'Paused',
  approval: 'Waits for approval',
  'sent-back': 'Sent back by the client',
  'not-approved': 'Not approved',
};
const wordOf = ({ state, attention }: FeedEventRow): string => (attention === '' ? states[state] : waits[attention]);

/** The plan of a feed's token as a calendar, with the feed's id; null for an unknown token. */
export async function openCalendarFeed(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  token: string,
): Promise<{ id: string; calendar: string } | null> {
  const now = clock();
  const hash = hashToken(token);
  const feed = await db.asSystem((tx) => findOpenFeed(tx, hash));
  if (feed === undefined) return null;
  const { id, agency_id: agencyId, client_id: clientId, client } = feed;
  const { rows, site } = await db.asAgency(agencyId, async (tx) => {
    await noteRead(tx, { id, now });
    const found = await listForFeed(tx, {
      agencyId,
      clientId,
      now,
      from: new Date(now.getTime() - shown.daysBack * dayMs),
      to: new Date(now.getTime() + shown.daysAhead * dayMs),
      mostBack: shown.mostBack,
      mostAhead: shown.mostAhead,
    });
    return { rows: found, site: originOf(await brandOf(tx, agencyId), config) };
  });
  // Stable for this installation, different from others, and independent of the host from which the feed is read.
  const originHash = createHash('sha256').update(config.publicUrl).digest('hex').slice(0, 16);
  return {
    id,
    calendar: iCalendarOf({
      name: `${client ?? feed.agency}: planned posts`,
      madeAt: now,
      entries: rows.map((row) => ({
        uid: `post-${row.id}@${originHash}`,
        startsAt: row.due_at,
        minutes,
        summary: [...(clientId === null ? [row.client_name] : []), titleOf(row) || 'Untitled'].join(': '),
        description: [
          `${wordOf(row)} · ${row.networks.map((network) => networkNames[network]).join(', ')}`,
          row.description_format === 'formatted' ? plainTextOf(withoutCutTag(row.description)) : row.description,
        ]
          .filter((part) => part !== '')
          .join('\n\n'),
        url: `${site}/schedule-detail/${row.schedule_id}`,
      })),
    }),
  };
}
