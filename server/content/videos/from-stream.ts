/** The items of a stream as the slides of a project. Pure. */
import type { Brand } from '#contract/base/brand.ts';
import type { Look } from '#contract/content/videos-starts.ts';
import { videoProject, type VideoProject } from '#contract/content/videos.ts';
import { cutText, plainTextOf } from '#rules/captions.ts';

/** An item: its texts, and the URLs of its picture and thumbnail; '' for a text. */
export type SlideItem = {
  id: string;
  title: string;
  description: string;
  isFormatted: boolean;
  picture: string;
  thumb: string;
};

/** The source of a project. `logo` is the URL of the brand's kept logo, '' for none. */
export type Beginning = {
  items: readonly SlideItem[];
  look: Look;
  ratio: VideoProject['ratio'];
  color: Brand['color'];
  logo: string;
};

/** The most slides of a project. */
export const mostSlides = 100;
/** The length of text that can be read while a slide is shown, in characters. */
const mostOnSlide = 180;
const mostSpoken = 1_000;

/** A project with one slide per item. */
export function projectOfItems({ items, look, ratio, color, logo }: Beginning): VideoProject {
  const box = color.first.toLowerCase();
  const branded = /^#[0-9a-f]{6}$/.test(box) ? { bg_color: box, text_color: inkOn(box), opacity: 0.85 } : {};
  return videoProject.parse({
    ratio,
    logo: { status: logo !== '', url: logo },
    tiles: items.slice(0, mostSlides).map((item) => {
      const words = wordsOf(item);
      return {
        id: `item-${item.id}`,
        file_url: item.picture,
        poster: item.thumb,
        ...look.tile,
        ...branded,
        // A text has no picture that its box could hide, so it is centred.
        ...(item.picture === '' ? { text_position: 'center' } : {}),
        text: onSlide(item.title.trim() || words),
        tts_text: cutText(words || item.title.trim(), { limit: mostSpoken, unit: 'graphemes' }),
      };
    }),
  });
}

const wordsOf = ({ description, isFormatted }: SlideItem): string =>
  (isFormatted ? plainTextOf(description) : description).trim();

const onSlide = (text: string): string => cutText(text, { limit: mostOnSlide, unit: 'graphemes' });

/** Black or white, whichever is further from a colour in perceived brightness (BT.601 luma). */
function inkOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? '#111827' : '#ffffff';
}
