import type { ClientWeek } from '#contract/planning/posts-weeks.ts';
import { instantToLocal } from '#rules/planning.ts';
import { useCall } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { dayAfter } from '../../../composer/when.ts';
import { ownZone } from '../../../lib/when.ts';

/** What a client gets this week, and the day that is today, from 0. */
export type WeekOf = (clientId: string) => (ClientWeek & { today: number }) | undefined;

/** The most clients that are asked about at once. */
const most = 200;

/** What clients get this week, in the viewer's zone; undefined before it is read, or for a client account. */
export function useClientWeeks(clientIds: readonly string[]): WeekOf {
  const plans = useMay('schedule');
  const timezone = ownZone();
  const today = instantToLocal(new Date(), timezone).slice(0, 10);
  const day = (new Date(`${today}T00:00Z`).getUTCDay() + 6) % 7;
  const week = dayAfter(today, -day);
  const { data } = useCall(
    'fetch-client-weeks',
    { client_ids: clientIds.slice(0, most), week, timezone },
    { enabled: plans && clientIds.length > 0, still: true },
  );
  const byId = new Map(data?.map((each) => [each.client_id, each]));
  return (clientId) => {
    const own = byId.get(clientId);
    return own && { ...own, today: day };
  };
}
