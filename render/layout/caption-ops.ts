/** The look of captions: the same small type on a dark box on every slide. */
import { stageOf } from './geometry.ts';
import { emojiPicture, type Op } from './ops.ts';
import type { TextStyle, Tile, VideoProject } from './project.ts';
import { textOps, type LayoutMeans } from './slide.ts';
import { textBlock } from './text/block.ts';

/** The family of captions, regardless of the slides' typefaces. */
export const captionFont = 'Inter';

/** The height of the type as a share of the stage's shorter side. */
const captionHeight = 0.05;
/** Sizes are relative to a stage of this width. */
const styleStage = 640;

/** The ops that draw a caption over a slide: at the bottom, or at the top if the slide's own text is at the bottom. */
export function captionOps(
  { ratio }: Pick<VideoProject, 'ratio'>,
  { text, textStyle, speech }: Pick<Tile, 'text' | 'textStyle' | 'speech'>,
  caption: string,
  means: LayoutMeans,
): Op[] {
  const stage = stageOf(ratio);
  const isBelowTaken = text.trim() !== '' && textStyle.position.startsWith('bottom');
  const style: TextStyle = {
    position: isBelowTaken ? 'top-center' : 'bottom-center',
    align: 'center',
    colour: '#ffffff',
    size: (Math.min(stage.width, stage.height) * captionHeight * styleStage) / stage.width,
    font: captionFont,
    bold: false,
    italic: false,
    box: { colour: '#000000', opacity: 0.7, radius: 0.2 },
  };
  const block = textBlock(caption, style, {
    stage,
    // The language of all words decides which shapes East Asian characters have.
    fonts: means.fontsFor(style, speech?.words ?? caption),
    hasEmoji: (grapheme) => means.sizeOf(emojiPicture(grapheme)) !== undefined,
  });
  return block === null ? [] : textOps(block, style, means);
}
