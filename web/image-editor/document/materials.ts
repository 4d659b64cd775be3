/** The pictures, icons and fonts that the browser draws a design with, loaded on demand. */
import type { Design, Layer, TextLayer } from '#rules/design/design.ts';
import {
  emojiPicture,
  facesNeeded,
  needsOf,
  pictureOfLayer,
  textOfLayer,
  type AtHand,
  type DesignMeans,
  type DesignSurface,
  type FacesNeeded,
  type Needs,
  type Typeface,
} from '#render/layout/design/index.ts';
import { blankIcon, sizedSvg } from '#render/layout/design/icons.ts';
import type { Size } from '#render/layout/geometry.ts';
import type { Face } from '#render/layout/text/face.ts';
import { call } from '../../api/call.ts';
import { loadPart } from '../../lib/load-code.ts';

/** What the browser draws with. */
export type WebPicture = HTMLImageElement | HTMLCanvasElement;
/** What the shared drawing code draws with in a browser. */
export type WebMeans = DesignMeans<WebPicture, Path2D>;

/** A typeface, with the addresses of its files that do not ship. */
export type WebTypeface = Typeface & { files: Readonly<Record<string, string>> };

/** Everything loaded so far. `missing` are addresses of pictures that could not be loaded. */
export type Materials = {
  means: WebMeans;
  /** The typefaces that ship, and the agency's own. */
  typefaces: () => readonly WebTypeface[];
  /** Adds a font that was uploaded in the meantime; it replaces one with the same name. */
  addTypeface: (typeface: WebTypeface) => void;
  /** Loads what a design needs and is not loaded yet; listeners are called as it arrives. */
  prepare: (design: Design) => void;
  subscribe: (listener: () => void) => () => void;
  missing: () => readonly string[];
  /** Whether a requested file is still loading. */
  isLoading: () => boolean;
  /** Whether everything in a design is loaded, or known to be missing: later arrivals will not change how it looks. */
  isComplete: (design: Design) => boolean;
  /** Adds a drawing that is already known, so that it is not requested. */
  addIcon: (icon: { set: 'emoji' | 'icon'; sign: string }, svg: string) => void;
  measure: (design: Design) => Design;
  sizeOf: (source: string) => Size | undefined;
};

/** Opens the materials with the available typefaces. */
export function openMaterials(first: readonly WebTypeface[]): Materials {
  let typefaces = first;
  const listeners = new Set<() => void>();
  const pictures = new Map<string, AtHand<WebPicture>>();
  const faces = new Map<string, Face>();
  const svgs = new Map<string, string>();
  const asked = new Set<string>();
  const missing = new Set<string>();
  const needed = new Map<string, FacesNeeded>();
  let neededBy = new WeakMap<TextLayer, FacesNeeded>();
  /** Texts whose height is known: a drag measures all of them with each frame. */
  let settled = new WeakSet<Layer>();
  const kept = { texts: new Map(), outlines: new Map(), pictures: new Map() };
  let onTheWay = 0;

  const changed = () => {
    for (const listener of listeners) listener();
  };
  const whileLoading = async (loading: Promise<void>) => {
    onTheWay++;
    if (onTheWay === 1) for (const listener of listeners) listener();
    await loading.finally(() => {
      onTheWay--;
      changed();
    });
  };
  const forgetTexts = () => {
    kept.texts.clear();
    settled = new WeakSet();
  };
  const facesOf = (layer: TextLayer): FacesNeeded => {
    const found = neededBy.get(layer);
    if (found !== undefined) return found;
    const key = JSON.stringify([layer.font, layer.isBold, layer.isItalic, layer.text]);
    const known = needed.get(key) ?? facesNeeded(typefaces, layer, layer.text);
    if (needed.size > 1_000) needed.clear();
    needed.set(key, known);
    neededBy.set(layer, known);
    return known;
  };
  const once = (key: string, load: () => Promise<void>) => {
    if (asked.has(key)) return;
    asked.add(key);
    void whileLoading(load()).catch(() => {
      if (!missing.has(key)) asked.delete(key); // a failed load is requested again with the next change
    });
  };
  const drawSvg = async (name: string, svg: string) => {
    pictures.set(name, await loadImage(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(sizedSvg(svg))}`));
  };
  const loadSource = (source: string) =>
    once(source, async () => {
      try {
        pictures.set(source, await loadImage(source));
      } catch (error) {
        missing.add(source);
        throw error;
      }
    });
  const addressOf = (name: string): string =>
    typefaces.find(({ files }) => name in files)?.files[name] ?? `/fonts/${name}.woff2`;
  const loadFace = (name: string) =>
    once(name, async () => {
      const [{ openFace }, reply] = await Promise.all([
        loadPart(() => import('#render/layout/text/fontkit-face.ts')),
        fetch(addressOf(name)),
      ]);
      if (!reply.ok) throw new Error(`no font ${name}`);
      faces.set(name, openFace(new Uint8Array(await reply.arrayBuffer()), name));
      forgetTexts();
    });

  const loadIcons = async (icons: Needs['icons'], emoji: readonly string[]) => {
    const { data } = await call('fetch-signs', {
      signs: icons.slice(0, 500).map(({ set, sign }) => ({ set, sign })),
      emoji: emoji.slice(0, 500),
    });
    for (const { set, sign, svg } of data.signs) svgs.set(`${set}:${sign}`, svg);
    for (const { emoji: each, svg } of data.emoji) await drawSvg(emojiPicture(each), svg);
    if (data.emoji.length > 0) forgetTexts();
    for (const icon of icons) {
      const svg = svgs.get(`${icon.set}:${icon.sign}`);
      const name = pictureOfLayer({ ...blankIcon, ...icon });
      if (svg !== undefined) await drawSvg(name, coloured(svg, icon.colour));
    }
  };

  const means: WebMeans = {
    kept,
    newSurface,
    outlineOf: (path) => new Path2D(path),
    pictureOf: (name) => pictures.get(name),
    textMeansFor: (layer) => {
      const { faces: names, isSlanted, isEmboldened } = facesOf(layer);
      const [first, ...others] = names.flatMap((name) => faces.get(name) ?? []);
      if (first === undefined || others.length < names.length - 1) return undefined;
      return {
        fonts: { faces: [first, ...others], slanted: isSlanted, emboldened: isEmboldened },
        hasEmoji: (emoji) => pictures.has(emojiPicture(emoji)),
        isSlanted,
        isEmboldened,
      };
    },
  };

  return {
    means,
    typefaces: () => typefaces,
    addTypeface: (typeface) => {
      typefaces = [...typefaces.filter(({ id }) => id !== typeface.id), typeface];
      needed.clear();
      neededBy = new WeakMap();
      forgetTexts();
      changed();
    },
    prepare: (design) => {
      const needs = needsOf(design);
      for (const source of needs.sources) loadSource(source);
      for (const layer of needs.texts) for (const name of facesOf(layer).faces) loadFace(name);
      const icons = needs.icons.filter((icon) => {
        const svg = svgs.get(`${icon.set}:${icon.sign}`);
        const name = pictureOfLayer({ ...blankIcon, ...icon });
        if (svg !== undefined) once(name, () => drawSvg(name, coloured(svg, icon.colour)));
        return svg === undefined && !asked.has(`svg ${icon.set}:${icon.sign}`);
      });
      const emoji = needs.emoji.filter((each) => !asked.has(emojiPicture(each)));
      if (icons.length === 0 && emoji.length === 0) return;
      for (const { set, sign } of icons) asked.add(`svg ${set}:${sign}`);
      for (const each of emoji) asked.add(emojiPicture(each));
      void whileLoading(loadIcons(icons, emoji)).catch(() => {
        // Without a connection they are requested again with the next change.
        for (const { set, sign } of icons) asked.delete(`svg ${set}:${sign}`);
        for (const each of emoji) asked.delete(emojiPicture(each));
      });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    missing: () => [...missing],
    isLoading: () => onTheWay > 0,
    isComplete: (design) => {
      const { sources, icons, emoji, texts } = needsOf(design);
      return (
        sources.every((source) => pictures.has(source) || missing.has(source)) &&
        icons.every((icon) => pictures.has(pictureOfLayer({ ...blankIcon, ...icon }))) &&
        emoji.every((each) => pictures.has(emojiPicture(each))) &&
        texts.every((layer) => facesOf(layer).faces.every((name) => faces.has(name)))
      );
    },
    addIcon: ({ set, sign }, svg) => svgs.set(`${set}:${sign}`, svg),
    measure: (design) => measured(design, { means, settled }),
    sizeOf: (source) => pictures.get(source),
  };
}

const coloured = (svg: string, colour: string): string => svg.replaceAll('currentColor', colour);

/** Sets the height of every visible text that grows with its words to the height of its lines. */
function measured(design: Design, { means, settled }: { means: WebMeans; settled: WeakSet<Layer> }): Design {
  let isChanged = false;
  const layers = design.layers.map((layer) => {
    if (layer.kind !== 'text' || layer.fits || layer.isHidden || settled.has(layer)) return layer;
    const text = textOfLayer(layer, means);
    if (text === undefined) return layer;
    if (Math.abs(text.height - layer.height) < 0.01) {
      settled.add(layer);
      return layer;
    }
    isChanged = true;
    return { ...layer, height: Math.max(1, text.height) };
  });
  return isChanged ? { ...design, layers } : design;
}

/** A canvas to draw designs on. */
export function newSurface({
  width,
  height,
}: Size): DesignSurface<WebPicture, Path2D> & { picture: HTMLCanvasElement } {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('this browser has no canvas');
  return {
    width,
    height,
    picture: canvas,
    context,
    changePixels: (change) => {
      const pixels = context.getImageData(0, 0, width, height);
      change(pixels);
      context.putImageData(pixels, 0, 0);
    },
  };
}

/** Larger pictures are reduced to this many px: a canvas shows no more, and every frame draws them. */
const mostPixels = 6_000_000;

/** Loads a picture from an address. */
export async function loadImage(source: string): Promise<AtHand<WebPicture>> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width < 1 || height < 1) throw new Error('a picture without pixels');
  if (width * height <= mostPixels) return { picture: image, width, height };
  const scale = Math.sqrt(mostPixels / (width * height));
  const surface = newSurface({ width: Math.round(width * scale), height: Math.round(height * scale) });
  surface.context.imageSmoothingQuality = 'high';
  surface.context.drawImage(image, 0, 0, width, height, 0, 0, surface.width, surface.height);
  return { picture: surface.picture, width: surface.width, height: surface.height };
}
