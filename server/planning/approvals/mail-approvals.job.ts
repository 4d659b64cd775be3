import { instantToLocal } from '#rules/planning.ts';
import { titleOf } from '#rules/titles.ts';
import { findOwner } from '../../people/accounts/index.ts';
import type { Services } from '../../base/handlers.ts';
import { jobs } from '../../base/jobs.ts';
import { brandOf, originOf } from '../../base/brand/index.ts';
import { enqueueMail } from '../../base/mail/index.ts';
import { writeApprovalMail, writeHeldMail, type PostInMail } from './mails.ts';
import {
  listAgenciesToTell,
  listClientsToTell,
  takeComments,
  takeForClient,
  takeForOwner,
  type ClientToTell,
  type MailedComment,
  type MailedPost,
} from './mail-queries.ts';

/** The page on which a client approves. */
const approvalsPage = '/approvals';

/**
 * Mails clients about posts that wait for them, and once more shortly before the posts' time. Mails owners about posts
 * that were sent back, held or commented on.
 */
export const mailApprovals = jobs.mailApprovals.handledBy((services) => async (_data, { signal }) => {
  const now = services.clock();
  for (const agencyId of await services.db.asSystem((tx) => listAgenciesToTell(tx, now))) {
    const clients = await services.db.asAgency(agencyId, (tx) => listClientsToTell(tx, { agencyId, now }));
    for (const client of clients) if (!signal.aborted) await tellClient(services, { agencyId, client, now });
    if (!signal.aborted) await tellOwner(services, { agencyId, now });
  }
});

/** Queues the mail in the transaction that records the notification: the mail is sent if and only if that commits. */
const tellClient = (
  { db, config }: Services,
  { agencyId, client, now }: { agencyId: string; client: ClientToTell; now: Date },
): Promise<void> =>
  db.asAgency(agencyId, async (tx) => {
    const posts = await takeForClient(tx, { agencyId, clientId: client.id, now });
    if (posts.length === 0) return;
    const brand = await brandOf(tx);
    const link = originOf(brand, config) + approvalsPage;
    await enqueueMail(tx, {
      to: client.email,
      ...writeApprovalMail({
        name: client.name,
        agency: client.agency,
        posts: posts.map(inMail),
        isReminder: client.is_reminder,
        link,
        brand: brand.name,
      }),
    });
  });

const tellOwner = ({ db, config }: Services, { agencyId, now }: { agencyId: string; now: Date }): Promise<void> =>
  db.asAgency(agencyId, async (tx) => {
    const owner = await findOwner(tx, agencyId);
    if (owner === undefined) return;
    const posts = await takeForOwner(tx, { agencyId, now });
    const comments = await takeComments(tx, { agencyId, alongside: posts.length > 0, now });
    if (posts.length + comments.length === 0) return;
    const brand = await brandOf(tx);
    const origin = originOf(brand, config);
    const all = posts.map((post) => ({
      ...inMail(post),
      client: post.client,
      comment: post.comment,
      state: post.state,
    }));
    await enqueueMail(tx, {
      to: owner.email,
      ...writeHeldMail({
        name: owner.name,
        link: origin + (posts.length > 0 ? '/dashboard' : pageOf(comments)),
        sentBack: all.filter(({ state }) => state === 'sent-back'),
        held: all.filter(({ state }) => state === 'waiting'),
        comments: comments.map(commentInMail),
        brand: brand.name,
      }),
    });
    for (const [email, own] of Map.groupBy(comments, (comment) => comment.planner_email)) {
      if (email === null) continue;
      await enqueueMail(tx, {
        to: email,
        ...writeHeldMail({
          name: own[0]?.planner_name ?? '',
          link: origin + pageOf(own),
          sentBack: [],
          held: [],
          comments: own.map(commentInMail),
          brand: brand.name,
        }),
      });
    }
  });

/**
 * The page with the comments: the posts of their schedule if they share one, otherwise the list that holds the first
 * post.
 */
function pageOf(comments: readonly MailedComment[]): string {
  const [first] = comments;
  const isOne = comments.every((comment) => comment.schedule_id === first?.schedule_id);
  const schedule = isOne && first !== undefined ? `&schedule=${first.schedule_id}` : '';
  return `${approvalsPage}?list=${first?.state ?? 'waiting'}${schedule}`;
}

const commentInMail = (comment: MailedComment) => ({
  ...inMail(comment),
  client: comment.client,
  comment: comment.words,
});

const inMail = (post: Omit<MailedPost, 'state' | 'comment'>): PostInMail => ({
  title: titleOf(post) || 'Untitled',
  at: `${instantToLocal(post.due_at, post.timezone)} (${post.timezone})`,
});
