import { messages } from '#contract/messages.ts';
import { UserError, type Context, type Handlers } from '../../base/handlers.ts';
import { enqueueJob, jobs } from '../../base/jobs.ts';
import { lockVideo } from './queries.ts';
import { countUnderWay, startRender, stopRender } from './render-queries.ts';

/** Calls for rendering videos. */
export const renderCalls = {
  'render-video': async ({ id }, context) => {
    await findVideo(context, id);
    await beginRender(context, id);
    return { message: messages.renderBegun, data: null };
  },

  'cancel-video': async ({ id }, context) => {
    await findVideo(context, id);
    const { user, tx, now } = context;
    await stopRender(tx, { agencyId: user.agencyId, id, now });
    return { message: messages.renderStopped, data: null };
  },
} satisfies Partial<Handlers>;

type Caller = Pick<Context, 'user' | 'tx' | 'now'>;

/**
 * Starts rendering a video and wakes a worker, in the caller's transaction; a render in progress continues. Agencies
 * take turns, however many videos one of them has waiting.
 */
export async function beginRender({ user: { agencyId }, tx, now }: Caller, id: string): Promise<void> {
  if (!(await startRender(tx, { agencyId, id, now }))) return;
  const fairShare = { owner: agencyId, before: await countUnderWay(tx, { agencyId, id }) };
  await enqueueJob(tx, jobs.renderVideo, { videoId: id }, { singletonKey: id, fairShare });
}

async function findVideo({ user: { agencyId }, tx }: Caller, id: string): Promise<void> {
  if ((await lockVideo(tx, { agencyId, id })) === undefined) throw new UserError(messages.notFound, { status: 404 });
}
