import type { InboxEntry } from '#contract/app/inbox.ts';
import type { LedgerBucket } from '#rules/ledger.ts';
import type { NotificationKind } from '#rules/inbox.ts';
import { openedIn } from '../../composer/address.ts';
import { paths } from '../../paths.ts';

/** Where an entry leads: an address, or the search of the present page with the window of a post. */
export type Target = string | { search: string };

type Reader = {
  /** Whether the reader has the plan: a client account sees its posts among the approvals. */ plans: boolean;
  reports: boolean;
  /** The search of the present page. */ search: URLSearchParams;
};

/** What an entry is about: one post, account, schedule …, or the list of several; null if it is gone. */
export function targetOf(entry: InboxEntry, reader: Reader): Target | null {
  const { kind, subject, various, client } = entry;
  const of = kind.split('.')[0];
  if (of === 'approval' || of === 'delivery' || of === 'post') return postTarget(entry, reader);
  if (of === 'account') return client === null ? null : paths.editClient(client.id, { tab: 'accounts' });
  if (of === 'schedule') {
    if (various) return paths.scheduleContent();
    return subject === null ? null : paths.scheduleDetail(subject);
  }
  if (of === 'video') {
    if (various) return paths.contents();
    return subject === null ? null : paths.createVideo({ id: subject });
  }
  if (!reader.reports || client === null || subject === null) return null;
  const [year = '', month = ''] = subject.split('-');
  return paths.generateReport({ id: client.id, month, year });
}

const buckets: Partial<Record<NotificationKind, LedgerBucket>> = {
  'delivery.failed': 'failed',
  'delivery.missed': 'missed',
  'delivery.uncertain': 'uncertain',
};

function postTarget({ kind, subject, various, client, at }: InboxEntry, { plans, search }: Reader): Target | null {
  const ofClient = client === null ? {} : { client: client.id };
  const list = kind === 'approval.sent_back' ? ('sent-back' as const) : ('waiting' as const);
  if (!plans) return paths.approvals({ list });
  if (!various)
    return subject === null ? null : { search: `?${openedIn(search, { kind: 'post', id: subject }).toString()}` };
  const place = buckets[kind];
  if (place !== undefined) return paths.ledgerPosts({ month: at.slice(0, 7), ...ofClient, place });
  return kind === 'delivery.by_hand' ? paths.dashboard() : paths.approvals({ list, ...ofClient });
}
