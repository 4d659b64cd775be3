import { useCallback } from 'react';
import type { LocalTime } from '#rules/planning.ts';
import { call, CallError } from '../../../../../../api/call.ts';
import { composedOf, draftOf, type Post, type Time } from '../../../../../../composer/post.ts';
import { sayLocal } from '../../../../../../lib/dates.ts';
import { ownZone } from '../../../../../../lib/when.ts';
import { notify } from '../../../../../../parts/notices/notify.ts';
import { useUndoKey } from '../move/use-undo-key.ts';

/** How long Undo is offered, in seconds. */
const undoSeconds = 10;

/** Gives a draft another time, in the viewer's zone, and offers Undo. Nothing is planned by that. */
export function useWish(): (draftId: string, local: LocalTime) => void {
  const offerUndo = useUndoKey(undoSeconds);
  return useCallback(
    (draftId, local) => {
      void told(async () => {
        const { data: post } = await call('fetch-post', { draft_id: draftId });
        const when = { date: local.slice(0, 10), time: local.slice(11), timezone: ownZone() };
        const version = await wish(draftId, post, when);
        if (version === null) return notify.danger('This draft is planned already.');
        const { when: before } = post;
        offerUndo(`The draft is for ${sayLocal(local, 'short')}.`, () => {
          void told(async () => void (await wish(draftId, { ...post, version }, before)));
        });
      });
    },
    [offerUndo],
  );
}

/** Stores a draft with another time; null if it is no draft any more. */
async function wish(draftId: string, post: Post, when: Time | null): Promise<string | null> {
  if (post.state !== 'draft' || post.version === null) return null;
  const content = draftOf(composedOf(post), post.client.id);
  const time = when === null ? null : { date: when.date, time: when.time, timezone: when.timezone };
  const { data } = await call('save-post', { ...content, draft_id: draftId, version: post.version, when: time });
  return data.version;
}

async function told(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    notify.danger(error.message);
  }
}
