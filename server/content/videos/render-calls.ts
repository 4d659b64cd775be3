import { messages } from '#contract/messages.ts';
import { UserError, type Context, type Handlers } from '../../base/handlers.ts';
import { videoProject } from '#contract/content/videos.ts';
import { wakeCopying, wakeRendering } from './copying.ts';
import { findVideos, lockVideo } from './queries.ts';
import { noteWaiting, startRender, stopRender } from './render-queries.ts';
import { hasFound } from './take-found.ts';

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

type Caller = Pick<Context, 'user' | 'tx' | 'now' | 'services'>;

/**
 * Starts rendering a video and wakes a worker, in the caller's transaction; a render in progress continues. It first
 * waits for the copies of the project's search results.
 */
export async function beginRender({ user: { agencyId }, tx, now, services }: Caller, id: string): Promise<void> {
  if (!(await startRender(tx, { agencyId, id, now }))) return;
  const [video] = await findVideos(tx, { agencyId, ids: [id] });
  if (!hasFound(videoProject.parse(video?.project), services)) return await wakeRendering(tx, { agencyId, id });
  await noteWaiting(tx, { agencyId, id, message: messages.fetchingClips });
  await wakeCopying(tx, { agencyId, id });
}

async function findVideo({ user: { agencyId }, tx }: Caller, id: string): Promise<void> {
  if ((await lockVideo(tx, { agencyId, id })) === undefined) throw new UserError(messages.notFound, { status: 404 });
}
