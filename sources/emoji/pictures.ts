import { emoji, emojiSvg, type Emoji } from './emoji.ts';

/** The side of an emoji's picture in px, larger than any text of a video draws it. */
export const pictureSide = 160;

const plain = (text: string): string => text.replaceAll('\uFE0F', '');
const byText = new Map(emoji.map((each) => [plain(each.emoji), each]));

/** The emoji of a grapheme, with or without a variation selector; undefined if it has no drawing. */
export const emojiOf = (grapheme: string): Emoji | undefined => byText.get(plain(grapheme));

/** An emoji's drawing as PNG, `pictureSide` square; undefined if the name is unknown. */
export async function emojiPng(icon: string): Promise<Buffer | undefined> {
  const svg = emojiSvg(icon);
  if (svg === undefined) return undefined;
  // Loaded on first use: it takes about 30 MB of memory, and few processes draw emoji.
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const canvas = createCanvas(pictureSide, pictureSide);
  const sized = svg.replace(/width="\d+" height="\d+"/, `width="${pictureSide}" height="${pictureSide}"`);
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(sized)), 0, 0, pictureSide, pictureSide);
  return canvas.encode('png');
}
