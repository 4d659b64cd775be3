import type { InboxEntry } from '#contract/app/inbox.ts';
import { monthTitle } from '#rules/report-words.ts';
import { titleOf } from '#rules/titles.ts';
import type { EntryRow } from './queries.ts';

/** An entry as it leaves the server. */
export function presentEntry(row: EntryRow): InboxEntry {
  const isReport = row.kind.startsWith('report');
  return {
    id: row.id,
    kind: row.kind,
    count: row.count,
    various: row.various,
    subject: isReport || row.is_there ? row.subject : null,
    name: isReport ? monthTitle(row.subject) : titleOf(row),
    network: row.network,
    client: row.client_id === null ? null : { id: row.client_id, name: row.client ?? '' },
    first_at: row.first_at.toISOString(),
    at: row.at.toISOString(),
    read: row.read,
  };
}
