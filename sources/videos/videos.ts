import { choose } from '../pictures/choose.ts';
import { loopOf, loopSeconds } from '../../generated/loops/loop.ts';
import { pictureOf, referenceOf } from '../../generated/pictures/draw.ts';
import { emojiSvg, isActor } from '../emoji/emoji.ts';
import { ownCredit } from '../own-credit.ts';
import { drawnPage, openPicture, titleOf } from '../pictures/pictures.ts';
import type { Failure, Opened, Result, Size, Source } from '../source.ts';

const notOurs: Failure = { kind: 'refused', message: 'This video is not one of the built-in ones.' };

/** The size of a loop, px. */
export const loopSize: Size = { width: 1280, height: 720 };

/** The pictures of the embedded source, animated. A result is a seed; frames are drawn when a caller encodes them. */
export const embeddedVideos: Source<'video'> = {
  id: 'embedded',
  kind: 'video',
  search: async ({ keyword, cursor }) =>
    drawnPage<'video'>(cursor, (position) => ({ ...shared(keyword, position), ...loopSize, seconds: loopSeconds })),
  open: async (reference, { size }) => openLoop(reference, size),
};

/** Our own loops: what the Viral Videos tab shows without a key. */
export const embeddedViral: Source<'viral'> = {
  id: 'embedded',
  kind: 'viral',
  search: async ({ keyword, cursor }) =>
    drawnPage<'viral'>(cursor, (position) => ({ ...shared(`trending ${keyword}`, position), seconds: loopSeconds })),
  open: async (reference, { size }) => openLoop(reference, size),
};

function shared(
  keyword: string,
  position: number,
): Pick<Result<'viral'>, 'id' | 'source' | 'title' | 'thumb'> & typeof ownCredit & { file: string } {
  const picture = choose(keyword, position);
  const file = referenceOf(picture);
  return { id: file, source: 'embedded', ...ownCredit, title: titleOf(picture), thumb: `small.${file}`, file };
}

/** A loop, or the JPEG of its first frame if the reference begins with `small.`. */
async function openLoop(reference: string, size: Size = loopSize): Promise<Opened | Failure> {
  if (reference.startsWith('small.')) return openPicture(reference);
  const picture = pictureOf(reference, isActor);
  return picture ? { kind: 'loop', loop: await loopOf(picture, { ...size, svgOf: emojiSvg }) } : notOurs;
}
