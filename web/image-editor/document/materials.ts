/** The pictures, icons and fonts that the browser draws a design with, loaded on demand. */
import type { Design, Layer, TextLayer } from '#rules/design/design.ts';
import {
  emojiPicture,
  isFallbackFile,
  mayNeedFallbacks,
  needsOf,
  pictureOfLayer,
  type AtHand,
  type DesignMeans,
  type FacesNeeded,
  type FallbackFont,
  type Needs,
  type Typeface,
} from '#render/layout/design/index.ts';
import { blankIcon, sizedSvg } from '#render/layout/design/icons.ts';
import type { Size } from '#render/layout/geometry.ts';
import type { Face } from '#render/layout/text/face.ts';
import { call } from '../../api/call.ts';
import { loadFallbackFonts } from '../../lib/load-fallback-fonts.ts';
import { loadPart } from '../../lib/load-code.ts';
import { measureTexts } from './measure-texts.ts';
import { rememberFaces } from './needed-faces.ts';
import { loadImage, newSurface, type WebPicture } from './web-canvas.ts';

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
  let fallbackFonts: readonly FallbackFont[] = [];
  const listeners = new Set<() => void>();
  const pictures = new Map<string, AtHand<WebPicture>>();
  const faces = new Map<string, Face>();
  const svgs = new Map<string, string>();
  const asked = new Set<string>();
  const missing = new Set<string>();
  const neededFaces = rememberFaces();
  /** Texts whose height is known: a drag measures all of them with each frame. */
  let settled = new WeakSet<Layer>();
  const kept = { texts: new Map(), outlines: new Map(), pictures: new Map() };
  let onTheWay = 0;

  const changed = () => {
    for (const listener of listeners) listener();
  };
  const whileLoading = async (loading: Promise<void>) => {
    onTheWay++;
    if (onTheWay === 1) changed();
    await loading.finally(() => {
      onTheWay--;
      changed();
    });
  };
  const forgetTexts = () => {
    kept.texts.clear();
    settled = new WeakSet();
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
    typefaces.find(({ files }) => name in files)?.files[name] ??
    `/fonts/${name}.${isFallbackFile(name) ? 'ttf' : 'woff2'}`;
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

  /** Texts that need the fonts of further scripts before these are known. */
  const waiting = new Set<TextLayer>();
  const loadFallbackTable = () =>
    once('fallback fonts', async () => {
      fallbackFonts = await loadFallbackFonts();
      neededFaces.clear();
      forgetTexts();
      for (const layer of waiting) for (const name of facesOf(layer)?.faces ?? []) loadFace(name);
      waiting.clear();
    });
  /** Null until the fonts of further scripts are known, if the text needs them. */
  const facesOf = (layer: TextLayer): FacesNeeded | null =>
    fallbackFonts.length === 0 && mayNeedFallbacks(layer.text)
      ? null
      : neededFaces.of(layer, { typefaces, fallbackFonts });

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
      const needed = facesOf(layer);
      if (needed === null) return undefined;
      const { faces: names, isSlanted, isEmboldened } = needed;
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
      neededFaces.clear();
      forgetTexts();
      changed();
    },
    prepare: (design) => {
      const needs = needsOf(design);
      for (const source of needs.sources) loadSource(source);
      for (const layer of needs.texts) {
        const needed = facesOf(layer);
        if (needed === null) waiting.add(layer);
        for (const name of needed?.faces ?? []) loadFace(name);
      }
      if (waiting.size > 0) loadFallbackTable();
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
        texts.every((layer) => facesOf(layer)?.faces.every((name) => faces.has(name)) ?? false)
      );
    },
    addIcon: ({ set, sign }, svg) => svgs.set(`${set}:${sign}`, svg),
    measure: (design) => measureTexts(design, { means, settled }),
    sizeOf: (source) => pictures.get(source),
  };
}

const coloured = (svg: string, colour: string): string => svg.replaceAll('currentColor', colour);
