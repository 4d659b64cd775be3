import type { Context } from '../context.ts';
import type { Json } from '../json.ts';
import type { XUpload } from './rows.ts';

/** How long an upload can be used. */
export const lifeSeconds = 86_400;

/** X's key of a medium: its kind by number, and the id. */
export function mediaKey({ category, id }: XUpload): string {
  if (category.includes('video')) return `13_${id}`;
  return category.includes('gif') ? `16_${id}` : `3_${id}`;
}

/** An upload as X shows it; a video or GIF with the state of its processing (`at` while that goes on). */
export function present(context: Context, upload: XUpload, at: 'pending' | 'in_progress' = 'in_progress'): Json {
  const now = context.now().getTime();
  const shared = {
    id: upload.id,
    media_key: mediaKey(upload),
    size: upload.totalBytes,
    expires_after_secs: Math.max(0, Math.floor((upload.startedAt - now) / 1000) + lifeSeconds),
  };
  if (upload.mediaType.startsWith('image/') && upload.category === 'tweet_image')
    return {
      ...shared,
      image: { image_type: upload.mediaType, w: upload.media?.width ?? 0, h: upload.media?.height ?? 0 },
    };
  const video = { ...shared, video: { video_type: upload.mediaType } };
  return { ...video, processing_info: progressOf(upload, { now, at }) };
}

function progressOf({ readyAt, failure }: XUpload, { now, at }: { now: number; at: 'pending' | 'in_progress' }): Json {
  const left = Math.ceil((readyAt - now) / 1000);
  if (left > 0 && at === 'pending') return { state: at, check_after_secs: Math.min(left, 5) };
  if (left > 0) return { state: at, check_after_secs: Math.min(left, 5), progress_percent: 40 };
  if (failure === '') return { state: 'succeeded', progress_percent: 100 };
  const error = { code: 1, name: 'InvalidMedia', message: failure };
  return { state: 'failed', progress_percent: 100, error };
}
