/** The illegible texts of a design: those without contrast, and those that do not fit. */
import type { Design, Layer, TextLayer } from '#rules/design/design.ts';
import { contrastOf, luminanceOf } from '#rules/design/kit.ts';
import { drawLayers, textOfLayer, type DesignMeans } from './draw.ts';

/** An illegible text. `under` is the lightness of its background, 0 to 1. */
export type Problem =
  | { kind: 'contrast'; layerId: string; text: string; under: number }
  | { kind: 'overflow'; layerId: string; text: string }
  | { kind: 'small'; layerId: string; text: string };

/** The least contrast of text with its background; WCAG 2.2 requires 3 for large text. */
const leastContrast = 3;
/** The least share of its size to which a text may shrink. */
const leastShrunk = 0.45;
/** The longer side of the picture in which the background is measured, px. */
const lookedAt = 360;

/** The problems of a design, bottom first. Its fonts and pictures must be loaded. */
export function problemsOf<Picture, Outline>(design: Design, means: DesignMeans<Picture, Outline>): Problem[] {
  const scale = lookedAt / Math.max(design.width, design.height);
  const size = { width: Math.ceil(design.width * scale), height: Math.ceil(design.height * scale) };
  const surface = means.newSurface(size);
  const { context } = surface;
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.fillStyle = design.background;
  context.fillRect(0, 0, size.width, size.height);
  context.save();
  context.transform(scale, 0, 0, scale, 0, 0);
  const problems = design.layers.flatMap((layer) => {
    const found = isSeen(layer) ? problemsWith(layer, { design, means, scale, surface }) : [];
    drawLayers(context, [layer], { scale, means });
    return found;
  });
  context.restore();
  return problems;
}

const isSeen = (layer: Layer): layer is TextLayer =>
  layer.kind === 'text' && !layer.isHidden && layer.opacity > 0 && layer.text.trim() !== '';

type Looking<Picture, Outline> = {
  design: Design;
  means: DesignMeans<Picture, Outline>;
  scale: number;
  surface: ReturnType<DesignMeans<Picture, Outline>['newSurface']>;
};

function problemsWith<Picture, Outline>(
  layer: TextLayer,
  { design, means, scale, surface }: Looking<Picture, Outline>,
): Problem[] {
  const laid = textOfLayer(layer, means);
  if (laid === undefined) return [];
  const named = { layerId: layer.id, text: layer.text };
  const problems: Problem[] = [];
  if (layer.fits && laid.size < layer.size * leastShrunk) problems.push({ kind: 'small', ...named });
  if (!layer.fits && layer.rotation === 0 && layer.y + laid.height > design.height + 1)
    problems.push({ kind: 'overflow', ...named });
  if (layer.outline !== null && layer.outline.width > 0) return problems;
  const height = layer.fits ? layer.height : laid.height;
  const under = lightUnder({ ...layer, height }, { scale, surface });
  if (contrastOf(luminanceOf(layer.colour), under) < leastContrast)
    problems.push({ kind: 'contrast', ...named, under });
  return problems;
}

/** The lightness of the middle of an area of a surface, 0 to 1. */
function lightUnder<Picture, Outline>(
  { x, y, width, height }: TextLayer,
  { scale, surface }: Pick<Looking<Picture, Outline>, 'scale' | 'surface'>,
): number {
  let [sum, count] = [0, 0];
  surface.changePixels(({ data, width: columns, height: rows }) => {
    const [left, right] = [Math.max(0, x + width * 0.15), Math.min(columns / scale, x + width * 0.85)];
    const [top, bottom] = [Math.max(0, y + height * 0.2), Math.min(rows / scale, y + height * 0.8)];
    for (let row = Math.floor(top * scale); row <= Math.min(rows - 1, bottom * scale); row++)
      for (let column = Math.floor(left * scale); column <= Math.min(columns - 1, right * scale); column++) {
        const at = (row * columns + column) * 4;
        const hex = [0, 1, 2].map((part) => (data[at + part] ?? 0).toString(16).padStart(2, '0')).join('');
        sum += luminanceOf(`#${hex}`);
        count += 1;
      }
  });
  return count === 0 ? 1 : sum / count;
}

/** The design with its repairable problems fixed: another colour of its kit, a text that shrinks into the canvas. */
export function repaired(design: Design, problems: readonly Problem[]): Design {
  const layers = design.layers.map((layer) =>
    problems
      .filter(({ layerId }) => layerId === layer.id)
      .reduce((current, problem) => repairedLayer(current, { design, problem }), layer),
  );
  return { ...design, layers };
}

function repairedLayer(layer: Layer, { design, problem }: { design: Design; problem: Problem }): Layer {
  if (layer.kind !== 'text') return layer;
  if (problem.kind === 'contrast') {
    const own = Object.values(design.kit?.colours ?? {});
    const contrast = (colour: string): number => contrastOf(luminanceOf(colour), problem.under);
    const fit = own.find((colour) => contrast(colour) >= leastContrast + 0.5);
    return { ...layer, colour: fit ?? (contrast('#ffffff') > contrast('#000000') ? '#ffffff' : '#000000') };
  }
  if (problem.kind === 'overflow')
    return { ...layer, fits: true, height: Math.max(layer.size, design.height * 0.96 - layer.y) };
  return layer;
}
