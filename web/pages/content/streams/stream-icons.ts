import type { StreamType } from '#rules/eligibility.ts';
import type { IconName } from '../../../parts/icons/icon.tsx';

/** The icon of each type of stream, and of its items where they have no picture. */
export const streamIcons = {
  image: 'photo',
  video: 'movie',
  text: 'file-text',
  formatted: 'article',
} as const satisfies Record<StreamType, IconName>;
