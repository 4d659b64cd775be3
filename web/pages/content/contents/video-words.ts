import type { VideoContent } from '#contract/content/videos.ts';

type Standing = Pick<VideoContent, 'status' | 'failed'>;

/** Whether a video is being made now. */
export const isBeingMade = ({ status, failed }: Standing): boolean =>
  failed === '0' && (status === '4' || status === '5');

/** The state of a video in a word. */
export function statusWord({ status, failed }: Standing): string {
  if (failed === '1') return 'Failed';
  const words = { '3': 'Awaiting Customization', '4': 'Downloading Resources', '5': 'Rendering', '6': 'Complete' };
  return words[status];
}

/** The estimated remaining time: `75 -> 'about 2 min left'`; '' if it is unknown. */
export function timeLeft(seconds: number | null): string {
  if (seconds === null) return '';
  return seconds < 60
    ? `about ${Math.max(1, Math.round(seconds))} s left`
    : `about ${Math.ceil(seconds / 60)} min left`;
}
