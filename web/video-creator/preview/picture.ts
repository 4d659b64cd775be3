/** One frame of a project, drawn by the layout that the renderer uses. */
import {
  captionAt,
  captionOps,
  drawOps,
  drawTransition,
  slideLayout,
  stageOf,
  type Canvas2D,
  type FaceWish,
  type FontStack,
  type LayoutMeans,
  type Moment,
  type Platform,
  type Rect,
  type SlideLayout,
  type Surface,
  type Tile,
  type VideoProject,
} from '#render/layout/index.ts';
import type { FontShelf } from './fonts.ts';
import type { PictureShelf } from './pictures.ts';

type Picture = CanvasImageSource;
type OwnSurface = Surface<Picture, Path2D>;

/** A browser canvas with its pixels in memory, which draws shapes the way the server does. */
export function newSurface(size: { width: number; height: number }): OwnSurface {
  const canvas = Object.assign(document.createElement('canvas'), size);
  return { ...size, picture: canvas, context: contextOf(canvas) };
}

/** The drawing context of a canvas. Throws if the browser has none. */
export function contextOf(canvas: HTMLCanvasElement): Canvas2D<Picture, Path2D> {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser draws no pictures');
  return context;
}

/** The browser's platform. */
export const webPlatform: Platform<Picture, Path2D> = { newSurface, outlineOf: (path) => new Path2D(path) };

/** Draws a project's frames; still slides are cached until they change. */
export class FramePainter {
  readonly #fonts: FontShelf;
  readonly #pictures: PictureShelf;
  #project: VideoProject;
  #layouts = new Map<Tile, SlideLayout>();
  #stills = new Map<Tile, OwnSurface>();
  #grounds = new WeakMap<Tile, string | null>();
  /** The slides at a moment, with captions: the current one, and the previous one during a transition. */
  readonly #captioned: OwnSurface[] = [];

  constructor(project: VideoProject, { fonts, pictures }: { fonts: FontShelf; pictures: PictureShelf }) {
    this.#project = project;
    this.#fonts = fonts;
    this.#pictures = pictures;
  }

  /** Sets another version; slides that are the same objects as before keep their cached drawings. */
  setProject(project: VideoProject): void {
    const old = this.#project;
    this.#project = project;
    const isOther = old.ratio !== project.ratio || old.logo !== project.logo || old.watermark !== project.watermark;
    if (isOther) return this.forget();
    const kept = new Set(project.tiles);
    for (const tile of this.#layouts.keys()) {
      if (kept.has(tile)) continue;
      this.#layouts.delete(tile);
      this.#stills.delete(tile);
    }
  }

  /** Redraws everything: a picture or font has loaded. */
  forget(): void {
    this.#grounds = new WeakMap();
    this.#layouts = new Map();
    this.#stills = new Map();
  }

  layoutOf(tile: Tile): SlideLayout {
    const known = this.#layouts.get(tile);
    if (known !== undefined) return known;
    const isReady = this.#fonts.stackOf(tile.textStyle, tile.text) !== undefined;
    // A text is not drawn before its font is loaded.
    const layout = slideLayout(this.#project, isReady ? tile : { ...tile, text: '' }, this.#means);
    this.#layouts.set(tile, layout);
    return layout;
  }

  /** A slide as a picture of the stage's size. */
  slide(tile: Tile): OwnSurface {
    const known = this.#stills.get(tile);
    if (known !== undefined && tile.media.kind !== 'video') return known;
    const surface = known ?? newSurface(stageOf(this.#project.ratio));
    this.#drawOn(surface, this.layoutOf(tile));
    this.#stills.set(tile, surface);
    return surface;
  }

  /** A slide that is not in the project: nothing of it is cached. */
  other(tile: Tile): OwnSurface {
    const surface = newSurface(stageOf(this.#project.ratio));
    this.#drawOn(surface, slideLayout(this.#project, tile, this.#means));
    return surface;
  }

  #drawOn(surface: OwnSurface, { under, over }: SlideLayout): void {
    drawOps(surface.context, [...under, ...over], {
      ...webPlatform,
      pictureOf: (name) => this.#pictures.pictureOf(name),
    });
  }

  /** The average colour (#rrggbb) behind a slide's text; null without a text. */
  groundOf(tile: Tile): string | null {
    const { text, under } = this.layoutOf(tile);
    if (text === null) return null;
    const known = this.#grounds.get(tile);
    if (known !== undefined) return known;
    const stage = newSurface(stageOf(this.#project.ratio));
    drawOps(stage.context, under, { ...webPlatform, pictureOf: (name) => this.#pictures.pictureOf(name) });
    const ground = meanColour(stage.picture, text.box);
    this.#grounds.set(tile, ground);
    return ground;
  }

  /** Draws a moment over a whole canvas of the stage's size. */
  paint(context: Canvas2D<Picture, Path2D>, { slide, frame, entering }: Moment): void {
    const { tiles, ratio } = this.#project;
    const stage = stageOf(ratio);
    const to = tiles[slide];
    if (to === undefined) return;
    const from = entering === null ? undefined : tiles[entering.from];
    const second = this.#shown(to, { frame, at: 0 });
    if (entering === null || from === undefined) {
      context.globalAlpha = 1;
      context.drawImage(second, 0, 0, stage.width, stage.height, 0, 0, stage.width, stage.height);
      return;
    }
    const { effect, progress } = entering;
    drawTransition(
      context,
      { effect, progress, from: this.#shown(from, { frame: Infinity, at: 1 }), to: second, stage },
      webPlatform,
    );
  }

  /** A slide at one of its frames, with its caption. */
  #shown(tile: Tile, { frame, at }: Frame): Picture {
    const still = this.slide(tile).picture;
    const caption = this.#project.captions ? captionAt(tile, frame) : null;
    if (caption === null) return still;
    const stage = stageOf(this.#project.ratio);
    const known = this.#captioned[at];
    const isFit = known?.width === stage.width && known.height === stage.height;
    const surface = isFit ? known : newSurface(stage);
    this.#captioned[at] = surface;
    surface.context.drawImage(still, 0, 0, stage.width, stage.height, 0, 0, stage.width, stage.height);
    drawOps(surface.context, captionOps(this.#project, tile, caption, this.#means), {
      ...webPlatform,
      pictureOf: (name) => this.#pictures.pictureOf(name),
    });
    return surface.picture;
  }

  get #means(): LayoutMeans {
    return {
      fontsFor: (wish: FaceWish, text: string) => this.#fonts.stackOf(wish, text) ?? noFonts,
      sizeOf: (name) => this.#pictures.sizeOf(name),
    };
  }
}

type Frame = { frame: number; at: number };

const emptyFace = {
  id: '',
  ascent: 1,
  descent: 0.2,
  has: () => false,
  measure: () => 0,
  shape: () => ({ path: '', width: 0 }),
};

/** A text that was laid out before its font loaded has no outlines. */
const noFonts: FontStack = { faces: [emptyFace], slanted: false, emboldened: false };

/** The average of a part of a picture, through a copy of 16 x 16. */
function meanColour(picture: Picture, { x, y, width, height }: Rect): string | null {
  const side = 16;
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.drawImage(picture, x, y, width, height, 0, 0, side, side);
  const { data } = context.getImageData(0, 0, side, side);
  const channel = (offset: number): string => {
    let sum = 0;
    for (let at = offset; at < data.length; at += 4) sum += data[at] ?? 0;
    return Math.round(sum / (side * side))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}
