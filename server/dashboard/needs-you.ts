import type { NeedsYou } from '#contract/dashboard.ts';
import { infinity } from '#db/values.ts';
import { buttonsFor } from '#rules/delivery-buttons.ts';
import { titleOf } from '#rules/titles.ts';
import type { Handlers } from '../handlers.ts';
import { listAttention, type AttentionRow } from './needs-queries.ts';

const failedDays = 7;
const mostNeeds = 50;

const present = ({ description, description_format, at, next_at, ...row }: AttentionRow): NeedsYou => ({
  ...row,
  item_id: null,
  actions: row.kind === 'account' || row.kind === 'ending' ? [] : buttonsFor({ state: row.kind === 'by-hand' ? 'waiting' : row.kind, nextAt: next_at >= infinity.future ? null : next_at }),
  title: titleOf({ title: row.title, description, description_format }),
  at: at.toISOString(),
});

/** Answers `fetch-needs-you`: what waits for a person, the accounts first; of each kind no more than fifty. */
export const needsYou: Handlers['fetch-needs-you'] = async (_input, { user: { agencyId }, tx, now }) => {
  const rows = await listAttention(tx, { agencyId, since: new Date(now.getTime() - failedDays * 86_400_000), now, limit: mostNeeds });
  return { message: '', data: { needs_you: rows.map(present) } };
};
