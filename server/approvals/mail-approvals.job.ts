import { instantToLocal } from '#rules/planning.ts';
import { titleOf } from '#rules/titles.ts';
import { findOwner } from '../accounts/ending-queries.ts';
import type { Services } from '../handlers.ts';
import type { JobMaker } from '../jobs.ts';
import { approvalLetter, heldLetter, type PostInLetter } from '../mail/approval-letters.ts';
import { enqueueMail } from '../mail/queries.ts';
import { listAgenciesToTell, listClientsToTell, takeForClient, takeForOwner, type ClientToTell, type MailedPost } from './mail-queries.ts';

/** The browser's page on which a client approves. */
const approvalsPage = '/approvals';

/** Mails clients what waits for them, also when its time comes near, and owners what was sent back or is held. */
export const mailApprovals: JobMaker = (services) => async (_data, { signal }) => {
  const now = services.clock();
  for (const agencyId of await services.db.asSystem((tx) => listAgenciesToTell(tx, now))) {
    const clients = await services.db.asAgency(agencyId, (tx) => listClientsToTell(tx, { agencyId, now }));
    for (const client of clients) if (!signal.aborted) await tellClient(services, { agencyId, client, now });
    if (!signal.aborted) await tellOwner(services, { agencyId, now });
  }
};

/** In the transaction that notes that it was told: the mail is sent if and only if that commits. */
const tellClient = ({ db, config }: Services, { agencyId, client, now }: { agencyId: string; client: ClientToTell; now: Date }): Promise<void> =>
  db.asAgency(agencyId, async (tx) => {
    const posts = await takeForClient(tx, { agencyId, clientId: client.id, now });
    if (posts.length === 0) return;
    const link = config.publicUrl + approvalsPage;
    await enqueueMail(tx, { to: client.email, ...approvalLetter({ name: client.name, agency: client.agency, posts: posts.map(inLetter), isReminder: client.is_reminder, link }) });
  });

const tellOwner = ({ db, config }: Services, { agencyId, now }: { agencyId: string; now: Date }): Promise<void> =>
  db.asAgency(agencyId, async (tx) => {
    const owner = await findOwner(tx, agencyId);
    if (owner === undefined) return;
    const posts = await takeForOwner(tx, { agencyId, now });
    if (posts.length === 0) return;
    const all = posts.map((post) => ({ ...inLetter(post), client: post.client, comment: post.comment, state: post.state }));
    await enqueueMail(tx, { to: owner.email, ...heldLetter({
      name: owner.name, link: `${config.publicUrl}/dashboard`,
      sentBack: all.filter(({ state }) => state === 'sent-back'), held: all.filter(({ state }) => state === 'waiting'),
    }) });
  });

const inLetter = (post: MailedPost): PostInLetter => ({
  title: titleOf(post) || 'Untitled', at: `${instantToLocal(post.due_at, post.timezone)} (${post.timezone})`,
});
