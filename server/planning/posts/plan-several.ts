/** Plans several posts of a client in one call. */
import type { Data, Input } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import type { PlannedPost } from '#contract/planning/posts-several.ts';
import { localToInstant } from '#rules/planning.ts';
import { UserError, type Context, type OutsideContext, type Reply } from '../../base/handlers.ts';
import { findAccountHolder } from '../../people/users/index.ts';
import { cleaned } from './content.ts';
import { findPlanned, isStoredAs } from './queries.ts';
import { saveDraft } from './save.ts';
import { planDraft } from './schedule.ts';

type Plan = Input<'plan-posts'>;
type Post = Plan['posts'][number];

/** Answers `plan-posts`: each row in a transaction of its own, so that one that cannot be planned leaves nothing. */
export async function planPosts(input: Plan, context: OutsideContext): Promise<Reply<Data<'plan-posts'>>> {
  const { agencyId } = context.user;
  const holder = await context.transaction((tx) => findAccountHolder(tx, { agencyId, id: input.client_id }));
  if (holder === undefined) throw new UserError(messages.notFound, { status: 404 });
  const data: PlannedPost[] = [];
  for (const post of input.posts) data.push(await planRow(post, input, context));
  return { message: '', data };
}

async function planRow(post: Post, plan: Plan, context: OutsideContext): Promise<PlannedPost> {
  try {
    return await context.transaction((tx) => planOne(post, plan, { ...context, tx }));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { message, errors = {} } = error;
    // Another call with this key was faster.
    if (errors['planned'] !== undefined) return planRow(post, plan, context);
    return {
      save_key: post.save_key,
      occurrence_id: null,
      local: '',
      problem: Object.values(errors)[0] ?? message,
      is_double: errors['again'] !== undefined,
    };
  }
}

async function planOne(
  { account_ids: accounts, when, ...content }: Post,
  { client_id: clientId, confirm }: Plan,
  context: Context,
): Promise<PlannedPost> {
  const { user, tx, now, services } = context;
  const { agencyId } = user;
  const named = { agencyId, draftId: null, saveKey: content.save_key };
  const present = ({ occurrence_id, local_at: local }: { occurrence_id: string; local_at: string }) => ({
    save_key: content.save_key,
    occurrence_id,
    local,
    problem: '',
    is_double: false,
  });
  const before = await findPlanned(tx, named);
  if (before !== undefined) {
    const { words, file_id: fileId } = cleaned({ ...content, own_words: {} });
    // The answer was lost, and the row has been changed since.
    if (!(await isStoredAs(tx, { agencyId, saveKey: content.save_key, words, fileId })))
      throw new UserError(messages.postPlannedOtherwise);
    return present(before);
  }
  const accountIds = [...new Set(accounts)];
  const draft = await saveDraft(
    tx,
    { ...content, client_id: clientId, account_ids: accountIds, when, url: '' },
    { user, now, quotaBytes: services.config.uploadQuotaBytes },
  );
  const localAt = `${when.date} ${when.time}`;
  const { timezone } = when;
  const at = { localAt, timezone, instant: localToInstant(localAt, timezone) };
  await planDraft(context, { draft, accountIds, at, confirm });
  const planned = await findPlanned(tx, named);
  if (planned === undefined) throw new Error('a post that was planned is not there');
  return present(planned);
}
