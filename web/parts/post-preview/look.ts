import type { NetworkId } from '#rules/eligibility.ts';
import type { IconName } from '../icons/icon.tsx';

/** How a network lays out a post in its feed. */
export type PostLook = {
  /** The order of its parts below the name. */
  parts: readonly ('title' | 'words' | 'media')[];
  /** The lines of words that show before the network's own word for more; null if it shows all. */
  lines: number | null;
  more: string;
  /** What stands under the post. */
  actions: readonly { icon: IconName; word: string }[];
};

const like = { icon: 'thumb-up', word: 'Like' } as const;
const comment = { icon: 'message-circle', word: 'Comment' } as const;
const share = { icon: 'share', word: 'Share' } as const;

/** The feeds as people see them on the networks' own pages, looked at in November 2026. */
export const postLooks: Readonly<Record<NetworkId, PostLook>> = {
  facebook: { parts: ['words', 'media'], lines: 5, more: 'See more', actions: [like, comment, share] },
  linkedin: {
    parts: ['words', 'media'],
    lines: 3,
    more: '…more',
    actions: [like, comment, { icon: 'repeat', word: 'Repost' }, { icon: 'send', word: 'Send' }],
  },
  twitter: {
    parts: ['words', 'media'],
    lines: null,
    more: '',
    actions: [
      { icon: 'message-circle', word: '' },
      { icon: 'repeat', word: '' },
      { icon: 'heart', word: '' },
      { icon: 'chart-bar', word: '' },
      { icon: 'share', word: '' },
    ],
  },
  telegram: { parts: ['media', 'words'], lines: null, more: '', actions: [] },
  reddit: {
    parts: ['title', 'media', 'words'],
    lines: null,
    more: '',
    actions: [{ icon: 'arrow-up', word: 'Vote' }, comment, share],
  },
  youtube: { parts: ['media', 'title', 'words'], lines: 3, more: '…more', actions: [like, share] },
  vimeo: {
    parts: ['media', 'title', 'words'],
    lines: 3,
    more: 'More',
    actions: [{ icon: 'heart', word: 'Like' }, share],
  },
  wordpress: { parts: ['title', 'media', 'words'], lines: null, more: '', actions: [] },
  medium: { parts: ['title', 'media', 'words'], lines: null, more: '', actions: [] },
};
