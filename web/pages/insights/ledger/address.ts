import { ledgerBuckets, type LedgerBucket } from '#rules/ledger.ts';
import { dayIn } from '../../../lib/dates.ts';
import { ownZone } from '../../../lib/when.ts';
import { paths } from '../../../paths.ts';

/** A figure of the ledger as an address contains it; without a client or a bucket it counts all of them. */
export type Figure = { month: string; clientId?: string | undefined; place?: LedgerBucket | undefined };

/** Posts of a figure that match a search; '' matches all. */
export type FoundPosts = Figure & { search: string };

const isMonth = /^20\d\d-(0[1-9]|1[0-2])$/;

/** The current month in the viewer's time zone: '2026-11'. */
export const monthOfNow = (now: Date): string => dayIn(now, ownZone()).slice(0, 7);

/** The month this many months later: `'2026-11', 2 -> '2027-01'`. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const index = year * 12 + number - 1 + months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The figure in an address's search; invalid values are dropped. */
export function figureOf(search: URLSearchParams, now: Date): Figure {
  const month = search.get('month') ?? '';
  const bucket = ledgerBuckets.find((name) => name === search.get('place'));
  const clientId = search.get('client') ?? '';
  return {
    month: isMonth.test(month) ? month : monthOfNow(now),
    ...(clientId === '' ? {} : { clientId }),
    ...(bucket ? { place: bucket } : {}),
  };
}

/** The address of the deliveries behind a figure. */
export const postsAddress = ({ month, clientId, place: bucket }: Figure): string =>
  paths.ledgerPosts({ month, client: clientId, place: bucket });
