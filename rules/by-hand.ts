/**
 * Posting by hand: a post that no program may publish is handed to a person at its due time. Meta closed groups to apps
 * on 2024-04-22; Medium has issued no tokens since 2025.
 */

import { composeCaption, paragraphsOf } from './captions.ts';
import type { NetworkId } from './eligibility.ts';

/** The networks with accounts that a person posts to by hand: Medium, and groups on Facebook. */
export const byHandNetworks = ['medium', 'facebook'] as const satisfies readonly NetworkId[];
/** One of `byHandNetworks`. */
export type ByHandNetwork = (typeof byHandNetworks)[number];

/** The network's own word for such an account, if it has one. */
export const byHandKinds: Readonly<Record<ByHandNetwork, string>> = { medium: 'Medium', facebook: 'the group' };

/**
 * The page on which a person posts: Medium's editor, or the group itself. `url` is the account's address, '' if
 * unknown.
 */
export function writeAddress({ network, url }: { network: NetworkId; url: string }): string {
  if (network === 'medium') return 'https://medium.com/new-story';
  return url === '' ? 'https://www.facebook.com/groups/feed/' : url;
}

/**
 * The texts that a person pastes: `title` into a field of its own ('' if there is none), `text` as plain text, `html`
 * if it may be formatted.
 */
export type Paste = { title: string; text: string; html: string | null };

/**
 * An item in the form that a person pastes: Medium has a field for the title, a group takes one text that begins with
 * it. `text` is plain.
 */
export function pasteOf({
  network,
  title,
  text,
  html,
}: {
  network: NetworkId;
  title: string;
  text: string;
  html: string | null;
}): Paste {
  if (network !== 'medium') return { title: '', text: composeCaption({ title, text }), html: null };
  return { title: title.trim(), text: text.trim(), html: html ?? (paragraphsOf(text) || null) };
}

/** The name of a downloaded file: `'Spring: news!', 'a1b2.mp4' -> 'Spring news.mp4'`. */
export function downloadName(title: string, fileName: string): string {
  const words = title
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
    .trim();
  const ending = /\.\w{1,5}$/.exec(fileName)?.[0] ?? '';
  return `${words || 'post'}${ending}`;
}
