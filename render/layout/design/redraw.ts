/** Redraws a design with each change: the layers below and above the changed ones are drawn once and cached. */
import type { Design, Layer } from '#rules/design/design.ts';
import type { DesignCanvas, DesignSurface } from './canvas.ts';
import { drawDesign, drawLayers, type DesignMeans } from './draw.ts';

/** With fewer unchanged layers, drawing all of them takes no longer. */
const fewest = 4;

/** A design, and the px of the picture per px of its canvas. */
export type Look = { design: Design; scale: number };

/** Draws one design on one canvas as it changes. */
export type Redrawing = {
  /** `isExact` is false if layers come from a cached picture, whose colours may be off by 1 of 255. */
  draw: (look: Look) => { isExact: boolean };
  /** Draws all layers without any cached picture: a font has been loaded, or nothing moves any more. */
  drawWhole: (look: Look) => void;
};

/** The unchanged layers: those below the changed ones, and those above them. */
type Rest = Look & { under: readonly Layer[]; over: readonly Layer[] };

/** Begins to draw on a context that has no transformation. */
export function openRedrawing<Picture, Outline>(
  context: DesignCanvas<Picture, Outline>,
  means: DesignMeans<Picture, Outline>,
): Redrawing {
  let last: Look | null = null;
  let rest: Rest | null = null;
  let sheets: readonly DesignSurface<Picture, Outline>[] = [];

  const drawWhole = (look: Look) => {
    drawDesign(context, look.design, { scale: look.scale, means });
    last = look;
    rest = null;
  };
  const drawScaled = (on: DesignCanvas<Picture, Outline>, layers: readonly Layer[], scale: number) => {
    on.save();
    on.transform(scale, 0, 0, scale, 0, 0);
    on.imageSmoothingEnabled = true;
    on.imageSmoothingQuality = 'high';
    drawLayers(on, layers, { scale, means });
    on.restore();
  };
  /** Empty pictures of a view's size, the same ones as long as the size stays. */
  const sheetsFor = ({ design, scale }: Look) => {
    const size = { width: Math.round(design.width * scale), height: Math.round(design.height * scale) };
    const isSize = sheets.every(({ width, height }) => width === size.width && height === size.height);
    if (sheets.length === 0 || !isSize) sheets = [means.newSurface(size), means.newSurface(size)];
    for (const sheet of sheets) sheet.context.clearRect(0, 0, size.width, size.height);
    return sheets;
  };
  const drawRest = ({ design, scale, under, over }: Rest) => {
    const [below, above] = sheetsFor({ design, scale });
    if (below) drawDesign(below.context, { ...design, layers: under }, { scale, means });
    if (above) drawScaled(above.context, over, scale);
  };
  const show = (sheet: DesignSurface<Picture, Outline> | undefined) => {
    if (sheet === undefined) return;
    const { picture, width, height } = sheet;
    context.drawImage(picture, 0, 0, width, height, 0, 0, width, height);
  };

  return {
    drawWhole,
    draw: (look) => {
      if (rest === null || !isAtRest(rest, look)) {
        rest = last && restOf(last, look);
        if (rest) drawRest(rest);
      }
      last = look;
      if (rest === null) {
        drawWhole(look);
        return { isExact: true };
      }
      const { under, over } = rest;
      const { design, scale } = look;
      context.clearRect(0, 0, design.width * scale + 1, design.height * scale + 1);
      show(sheets[0]);
      drawScaled(context, design.layers.slice(under.length, design.layers.length - over.length), scale);
      if (over.length > 0) show(sheets[1]);
      return { isExact: over.length === 0 };
    },
  };
}

const isSameSheet = (one: Look, other: Look): boolean =>
  one.scale === other.scale &&
  one.design.width === other.design.width &&
  one.design.height === other.design.height &&
  one.design.background === other.design.background;

function isAtRest(rest: Rest, look: Look): boolean {
  const { layers } = look.design;
  const { under, over } = rest;
  const from = layers.length - over.length;
  return (
    isSameSheet(rest, look) &&
    from >= under.length &&
    under.every((layer, at) => layer === layers[at]) &&
    over.every((layer, at) => layer === layers[from + at])
  );
}

/** The layers that two states share at their lower and upper ends; null if caching them is not worth while. */
function restOf(before: Look, look: Look): Rest | null {
  if (!isSameSheet(before, look) || before.design === look.design) return null;
  const [was, is] = [before.design.layers, look.design.layers];
  const shorter = Math.min(was.length, is.length);
  let [low, high] = [0, 0];
  while (low < shorter && was[low] === is[low]) low++;
  while (high < shorter - low && was[was.length - 1 - high] === is[is.length - 1 - high]) high++;
  return low + high < fewest ? null : { ...look, under: is.slice(0, low), over: is.slice(is.length - high) };
}
