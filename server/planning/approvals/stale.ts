/** Refuses a decision made on a stale page: about other content, or after somebody else's decision. */
import { sql } from 'kysely';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#db/database.ts';
import { UserError, type Context } from '../../base/handlers.ts';
import type { LockedApproval } from '../../publishing/index.ts';

/** A post as it was shown to the person who decides. */
export type Shown = { id: string; fingerprint: string; decision: number };

/** Throws a UserError (409) if a locked post is over, or not as it was shown; it says what both sides decided. */
export async function refuseStale(
  { user, tx }: Pick<Context, 'user' | 'tx'>,
  post: LockedApproval,
  shown: Pick<Shown, 'decision'> & Partial<Shown>,
): Promise<void> {
  if (!post.is_open) throw new UserError(messages.approvalOver);
  const isDecided = post.decision !== shown.decision;
  const hasChanged = shown.fingerprint !== undefined && post.fingerprint !== shown.fingerprint;
  if (!isDecided && !hasChanged) return;
  const last = isDecided ? await listLastDecisions(tx, { agencyId: user.agencyId, id: post.id }) : [];
  const message = hasChanged ? messages.approvalChanged : messages.approvalDecided;
  throw new UserError([message, ...last.map(wordsOf)].join(' '));
}

type Decision = { kind: 'approved' | 'sent-back' | 'withdrawn' | 'asked' | 'changed'; name: string; words: string };

/** The last decision of the client and the last one of its agency, in the order in which they were made. */
async function listLastDecisions(tx: Tx, { agencyId, id }: { agencyId: string; id: string }): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
    select last.kind, last.name, last.words
    from (
      select distinct on (u.role is not distinct from 'client') e.id, e.kind, coalesce(u.name, '') as name, e.words
      from approval_events e
      left join users u on u.id = e.user_id
      where e.agency_id = ${agencyId} and e.occurrence_id = ${id} and e.kind <> 'comment'
      order by u.role is not distinct from 'client', e.id desc
    ) last
    order by last.id`.execute(tx);
  return rows;
}

const actions = {
  approved: 'approved it',
  'sent-back': 'sent it back',
  withdrawn: 'took the approval back',
  asked: 'asked again',
  changed: 'changed it',
};

const wordsOf = ({ kind, name, words }: Decision): string =>
  `${name === '' ? 'Somebody who has left' : name} ${actions[kind]}${words === '' ? '' : `: “${words}”`}.`;
