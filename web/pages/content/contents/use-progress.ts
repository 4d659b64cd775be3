import { useEffect, useRef } from 'react';
import type { VideoContent, VideoProgress } from '#contract/content/videos.ts';
import { useCall } from '../../../api/queries.ts';
import { isBeingMade } from './video-words.ts';

/** How often the progress of videos in the making is read, in milliseconds. */
const every = 5000;

/** What changes in a video while it is being made. */
export type Progress = Pick<VideoProgress, 'status' | 'failed' | 'percent' | 'message'> & {
  seconds_left: number | null;
};

/**
 * The progress of videos in the making, by id, read every five seconds while there are any. `onEnd` is called when one
 * is complete or has failed.
 */
export function useProgress(videos: readonly VideoContent[], onEnd: () => void): ReadonlyMap<string, Progress> {
  const ids = videos.filter(isBeingMade).map(({ id }) => id);
  const { data } = useCall('get-video-progress', { ids: ids.slice(0, 100) }, { every, enabled: ids.length > 0 });
  const rows = Array.isArray(data) ? data : [];
  const ended = rows.some((row) => ids.includes(row.id) && !isBeingMade(row));
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (ended) end.current();
  }, [ended]);
  return new Map(rows.filter(({ id }) => ids.includes(id)).map(({ id: _id, ...row }) => [_id, row]));
}
