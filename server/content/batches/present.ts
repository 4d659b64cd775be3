import type { Batch } from '#contract/content/batches.ts';
import { fileAddress } from '../../base/lib/file-address.ts';
import type { BatchItemRow, BatchRow } from './queries.ts';

/** A batch as replies show it. */
export const presentBatch = (row: BatchRow, items: readonly BatchItemRow[] = []): Batch => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  state: row.state,
  created: row.created_at.toISOString(),
  percent: row.total === 0 ? 100 : Math.floor((100 * (row.total - row.waiting)) / row.total),
  total: row.total,
  ready: row.ready,
  unfit: row.unfit,
  failed: row.failed,
  items: items.map((item) => ({
    id: item.id,
    title: item.title,
    client_id: item.client_id,
    content_stream_id: item.stream_id,
    state: item.state,
    message: item.message,
    url: fileAddress(item.file_name),
  })),
});
