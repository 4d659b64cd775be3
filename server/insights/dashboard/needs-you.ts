import type { NeedsYou } from '#contract/insights/dashboard.ts';
import { infinity } from '#db/values.ts';
import { approvalMessages } from '#rules/approvals.ts';
import { buttonsFor } from '#rules/delivery-buttons.ts';
import { networkNames } from '#rules/eligibility.ts';
import { titleOf } from '#rules/titles.ts';
import { listHeld, listToApprove, type HeldRow, type ToApproveRow } from '../../planning/approvals/index.ts';
import type { Handlers } from '../../base/handlers.ts';
import { findHold } from '../../publishing/index.ts';
import {
  countLeftToPerson,
  countUnseenByClient,
  listAttention,
  listWaits,
  type AttentionRow,
  type WaitRow,
} from './needs-queries.ts';

const failedDays = 7;
const approvalDays = 3;
const dayMs = 86_400_000;
const mostNeeds = 50;
/** The limit for counting posts that are not listed. */
const mostCounted = 1000;

const present = ({ description, description_format, at, next_at, unapproved, ...row }: AttentionRow): NeedsYou => ({
  ...row,
  item_id: null,
  actions:
    row.kind === 'account' || row.kind === 'ending'
      ? []
      : buttonsFor({
          state: row.kind === 'by-hand' ? 'waiting' : row.kind,
          nextAt: next_at >= infinity.future ? null : next_at,
          unapproved,
        }),
  title: titleOf({ title: row.title, description, description_format }),
  at: at.toISOString(),
});

const presentHeld = ({ item_id, kind, description, description_format, at, comment, ...row }: HeldRow): NeedsYou => ({
  ...row,
  kind,
  item_id,
  delivery_id: null,
  title: titleOf({ title: row.title, description, description_format }),
  message: kind === 'sent-back' ? comment : approvalMessages.notApproved,
  at: at.toISOString(),
  actions: [],
});

const presentToApprove = ({ posts, today, at, ...row }: ToApproveRow): NeedsYou => ({
  ...row,
  kind: 'to-approve',
  item_id: null,
  delivery_id: null,
  account_id: null,
  schedule_id: null,
  title:
    `${posts === 1 ? '1 post waits' : `${posts} posts wait`} for ${row.client}` +
    `${today === 0 ? '' : posts === 1 ? ', today' : `, ${today} of them today`}`,
  message: '',
  at: at.toISOString(),
  actions: [],
});

const presentWait = ({ until, posts, ...row }: WaitRow): NeedsYou => ({
  ...row,
  kind: 'waits',
  item_id: null,
  delivery_id: null,
  schedule_id: null,
  title: row.username,
  message:
    `${networkNames[row.network]} takes no more posts of this account for now. ` +
    `${posts === 1 ? 'One post waits and goes out by itself' : `${posts} posts wait and go out by themselves`} after ` +
    'that.',
  at: until.toISOString(),
  actions: [],
});

/**
 * Answers `fetch-needs-you` with things that wait for a person, at most fifty of each kind: accounts, then posts, then
 * posts that clients sent back or have not approved in time, then the clients whose approval is awaited, and last the
 * accounts that wait for their network.
 */
export const needsYou: Handlers['fetch-needs-you'] = async ({ timezone }, { user: { agencyId }, tx, now }) => {
  const since = new Date(now.getTime() - failedDays * dayMs);
  const until = new Date(now.getTime() + approvalDays * dayMs);
  const rows = await listAttention(tx, { agencyId, since, now, limit: mostNeeds });
  const posts = rows.filter(({ delivery_id: id }) => id !== null).length;
  const more =
    posts < mostNeeds ? 0 : (await countLeftToPerson(tx, { agencyId, since, limit: mostNeeds + mostCounted })) - posts;
  const held = await listHeld(tx, { agencyId, now, limit: mostNeeds });
  const toApprove = await listToApprove(tx, { agencyId, now, until, timezone, limit: mostNeeds });
  const waits = await listWaits(tx, { agencyId, now, limit: mostNeeds });
  const restored = { held: (await findHold(tx)) !== undefined, unseen: await countUnseenByClient(tx, agencyId) };
  return {
    message: '',
    data: {
      needs_you: [
        ...rows.map(present),
        ...held.map(presentHeld),
        ...toApprove.map(presentToApprove),
        ...waits.map(presentWait),
      ],
      more,
      restored,
    },
  };
};
