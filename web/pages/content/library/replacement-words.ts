import type { Data } from '#contract/index.ts';
import { counted } from '../../../lib/words.ts';

const quoted = (names: readonly { name: string }[]): string =>
  new Intl.ListFormat('en').format(names.map(({ name }) => `“${name}”`));

/** What a replacement changes, or has changed, a sentence each. */
export function replacementWords(replaced: Data<'preview-replacement'>): string[] {
  const { streams, designs, videos, kits, left, follow, under_way: underWay, asked_again: asked, kept } = replaced;
  const made = videos.filter((video) => video.was_made);
  return [
    ...streams.map(({ name, items }) => `${counted(items, 'item')} of the content stream “${name}”`),
    ...(designs.length > 0 ? [`${counted(designs.length, 'image')}: ${quoted(designs)}`] : []),
    ...(videos.length > 0 ? [`${counted(videos.length, 'video')}: ${quoted(videos)}`] : []),
    ...(kits.length > 0 ? [`${counted(kits.length, 'brand kit')}: ${quoted(kits)}`] : []),
    ...(follow > 0 ? [`${counted(follow, 'waiting post')} will go out with the other file`] : []),
    ...(asked > 0 ? [`${counted(asked, 'post')} will ask for approval again`] : []),
    ...(underWay > 0 ? [`${counted(underWay, 'post')} being sent at this moment will not change`] : []),
    ...(made.length > 0 ? [`Finished already, and to be made again: ${quoted(made)}`] : []),
    ...(left.length > 0 ? [`Being made at this moment, and left as it is: ${quoted(left)}`] : []),
    kept === '' ? 'The previous file is deleted' : `The previous file stays. ${kept}`,
  ];
}
