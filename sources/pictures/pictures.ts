import {
  pageSize,
  type Failure,
  type Found,
  type Kind,
  type Opened,
  type Result,
  type Size,
  type Source,
} from '../source.ts';
import { emojiSvg, isActor } from '../emoji/emoji.ts';
import { ownCredit } from '../own-credit.ts';
import { startOf } from '../paging.ts';
import { choose } from './choose.ts';
import { pictureOf, prepare, referenceOf, type Picture } from '../../generated/pictures/draw.ts';
import titles from './titles.json' with { type: 'json' };

const notOurs: Failure = { kind: 'refused', message: 'This picture is not one of the built-in ones.' };

/** How many results a keyword has before the search ends. */
const mostResults = 160;
/** The size of a full picture, px. */
export const fullSize: Size = { width: 1920, height: 1080 };
/** The size of a preview, px. */
export const previewSize: Size = { width: 480, height: 270 };
/** The longest side that can be drawn, px. */
const longestSide = 3840;

/** Pictures that are drawn when they are viewed. A result is a seed, so every keyword has results. */
export const embeddedImages: Source<'image'> = {
  id: 'embedded',
  kind: 'image',
  search: async ({ keyword, cursor }) =>
    drawnPage<'image'>(cursor, (position) => {
      const picture = choose(keyword, position);
      const file = referenceOf(picture);
      return {
        id: file,
        source: 'embedded',
        ...ownCredit,
        title: titleOf(picture),
        thumb: `small.${file}`,
        file,
        ...fullSize,
      };
    }),
  open: async (reference, { size }) => openPicture(reference, size),
};

/** A page of results computed from their positions. */
export function drawnPage<K extends Kind>(cursor: string | null, at: (position: number) => Result<K>): Found<K> {
  const start = startOf(cursor);
  const count = Math.max(0, Math.min(pageSize, mostResults - start));
  const next = start + count < mostResults ? String(start + count) : null;
  return { kind: 'found', results: Array.from({ length: count }, (_, index) => at(start + index)), next, quota: null };
}

/** The JPEG of a reference; the prefix `small.` gives the preview. */
export async function openPicture(reference: string, size?: Size): Promise<Opened | Failure> {
  const isSmall = reference.startsWith('small.');
  const picture = pictureOf(isSmall ? reference.slice('small.'.length) : reference, isActor);
  if (!picture) return notOurs;
  const drawing = await prepare(picture, {
    ...drawable(size ?? (isSmall ? previewSize : fullSize)),
    svgOf: emojiSvg,
  });
  const bytes = await drawing.at(0).encode('jpeg', isSmall ? 82 : 90);
  return { kind: 'bytes', contentType: 'image/jpeg', bytes };
}

/** A size that can be drawn: whole px, at least 16 and at most `longestSide`. */
function drawable({ width, height }: Size): Size {
  const fit = (side: number): number => Math.round(Math.min(longestSide, Math.max(16, side)));
  return { width: fit(width), height: fit(height) };
}

const sceneTitles: Readonly<Record<string, string>> = titles.scenes;
const paletteTitles: Readonly<Record<string, string>> = titles.palettes;

/** The title of a picture: 'Mountains at sunset', 'Meadow with dog by day'. */
export function titleOf({ scene, palette, actors }: Picture): string {
  const [main] = actors;
  const what = [sceneTitles[scene] ?? scene, ...(main === undefined ? [] : [`with ${main.replaceAll('-', ' ')}`])];
  return [...what, paletteTitles[palette] ?? palette].join(' ');
}
