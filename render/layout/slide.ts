import type { FaceWish } from './face-key.ts';
import { coverOf, markRect, stageOf, type Rect, type Size } from './geometry.ts';
import { emojiPicture, type Op } from './ops.ts';
import type { TextStyle, Tile, VideoProject } from './project.ts';
import { textBlock, type TextBlock, type TextMeans } from './text/block.ts';
import type { FontStack } from './text/face.ts';

/** What layout needs to know from outside the project. */
export type LayoutMeans = {
  /** The files of a face for a text; for '' those of the face alone. */
  fontsFor: (style: FaceWish, text: string) => FontStack;
  /** A picture's or clip's size in px, an emoji's under `emojiPicture(…)`; undefined if there is none. */
  sizeOf: (picture: string) => Size | undefined;
};

/** A slide as two lists: its bottom (picture or frame of the clip) and everything over that. */
export type SlideLayout = {
  under: Op[];
  over: Op[];
  text: TextBlock | null;
  logo: Rect | null;
  watermark: Rect | null;
};

const watermarkOpacity = 0.5;

/** Lays out one slide of a project. A file without a size is left out. */
export function slideLayout(project: VideoProject, tile: Tile, means: LayoutMeans): SlideLayout {
  const stage = stageOf(project.ratio);
  const text = textOf(tile, { ...means, stage });
  const marks = (['watermark', 'logo'] as const).map((kind) =>
    markOf(project[kind], { stage, means, opacity: kind === 'logo' ? 1 : watermarkOpacity }),
  );
  const [watermark, logo] = marks;
  return {
    under: underOf(tile, { stage, means }),
    over: [
      ...(text === null ? [] : textOps(text, tile.textStyle, means)),
      ...marks.flatMap((mark) => (mark ? [mark.op] : [])),
    ],
    text,
    logo: logo?.op.to ?? null,
    watermark: watermark?.op.to ?? null,
  };
}

function textOf(tile: Tile, { fontsFor, sizeOf, stage }: LayoutMeans & { stage: Size }): TextBlock | null {
  const means: TextMeans = {
    stage,
    fonts: fontsFor(tile.textStyle, tile.text),
    hasEmoji: (grapheme) => sizeOf(emojiPicture(grapheme)) !== undefined,
  };
  return textBlock(tile.text, tile.textStyle, means);
}

function underOf({ media, blur, text }: Tile, { stage, means }: { stage: Size; means: LayoutMeans }): Op[] {
  const whole = { x: 0, y: 0, ...stage };
  const ground: Op = { op: 'fill', rect: whole, colour: media.kind === 'colour' ? media.colour : '#000000' };
  const size = media.kind === 'colour' ? undefined : means.sizeOf(media.file);
  if (media.kind === 'colour' || size === undefined) return [ground];
  const from = coverOf(size, stage);
  // The blur is for the text over the picture: without a text there is no blur.
  const picture: Op =
    blur && text.trim() !== ''
      ? { op: 'blurred', picture: media.file, from, to: whole }
      : { op: 'picture', picture: media.file, from, to: whole, opacity: 1 };
  return [ground, picture];
}

/** The slant of a synthesised italic, and the outline of a synthesised bold as a share of the text size. */
const [slant, boldStroke] = [0.2, 0.035];

/** The ops that draw a laid-out text. */
export function textOps(block: TextBlock, style: TextStyle, means: LayoutMeans): Op[] {
  const { slanted, emboldened } = means.fontsFor(style, '');
  const box: Op[] =
    style.box === null || style.box.opacity === 0
      ? []
      : [
          {
            op: 'box',
            rect: block.box,
            radius: Math.round(style.box.radius * block.size),
            colour: style.box.colour,
            opacity: style.box.opacity,
          },
        ];
  const runs = block.runs.map((run): Op => {
    if (run.kind === 'glyphs') {
      const { path, x, y } = run;
      return {
        op: 'glyphs',
        path,
        x,
        y,
        colour: style.colour,
        slant: slanted ? slant : 0,
        stroke: emboldened ? boldStroke * block.size : 0,
      };
    }
    const picture = emojiPicture(run.text);
    return {
      op: 'picture',
      picture,
      from: { x: 0, y: 0, ...(means.sizeOf(picture) ?? run.rect) },
      to: run.rect,
      opacity: 1,
    };
  });
  return [...box, ...runs];
}

type MarkOp = Extract<Op, { op: 'picture' }>;

function markOf(
  mark: VideoProject['logo'],
  { stage, means, opacity }: { stage: Size; means: LayoutMeans; opacity: number },
): { op: MarkOp } | null {
  const size = mark === null ? undefined : means.sizeOf(mark.file);
  if (mark === null || size === undefined) return null;
  return {
    op: {
      op: 'picture',
      picture: mark.file,
      from: { x: 0, y: 0, ...size },
      to: markRect(mark.position, size, stage),
      opacity,
    },
  };
}
