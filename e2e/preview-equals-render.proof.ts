/** The preview in a real browser and the renderer on the server draw the same pixels. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createCanvas, type Canvas, type Path2D } from '@napi-rs/canvas';
import { build } from 'vite';
import { loadPicture, newSurface, nodePlatform, type NodePicture } from '#render/canvas/platform.ts';
import {
  drawOps,
  emojiPicture,
  fallbacksNeeded,
  openFace,
  slideLayout,
  type Face,
  type LayoutMeans,
  type Tile,
} from '#render/layout/index.ts';
import { aProject, aStyle, aTile, fontFile } from '#render/testing.ts';
import { viewsOf } from '#render/video/materials.ts';
import { fallbackFonts, fallbackPaths } from '#server/content/fonts/index.ts';
import { startBrowser } from '../tools/browser.ts';
import { projectDir } from '../tools/source-files.ts';
import { test } from './fixtures.ts';

const fonts = [
  ['inter', 'latin'],
  ['inter', 'latin-ext'],
  ['noto-sans-arabic', 'arabic'],
  ['noto-sans-thai', 'thai'],
] as const;
const letters = '日本語へ 한국 카페 বাংলা తెలుగు శ్రీ 𝗕𝗼𝗹𝗱';
const fallbackNames = fallbacksNeeded(fallbackFonts, { text: letters, isBold: true });
const fallbackPathsByName = await fallbackPaths(
  { dataDir: join(projectDir, 'node_modules/.cache/fallback-fonts') },
  fallbackNames,
);
const files = [
  ...fonts.map(([family, subset]) => fontFile(family, subset, 700, 'normal')),
  ...Object.values(fallbackPathsByName),
];
const faces = files.map((path) => openFace(readFileSync(path), path));
const emoji = '🚀';
const pictures: Readonly<Record<string, Buffer>> = {
  photo: aPicture(1600, 1100).toBuffer('image/jpeg', 90),
  logo: aPicture(300, 100).toBuffer('image/png'),
  [emojiPicture(emoji)]: aPicture(64, 64).toBuffer('image/png'),
};

const project = aProject(
  [
    aTile({
      media: { kind: 'image', file: 'photo' },
      text: `Grow your agency ${emoji}\nŽluťoučký kůň, 100 % “ready”`,
      textStyle: aStyle({ position: 'bottom-right', box: { colour: '#aa2244', opacity: 0.7, radius: 0.3 } }),
    }),
    aTile({
      media: { kind: 'image', file: 'photo' },
      blur: true,
      text: 'مرحبا بالعالم 123 (قوسان) Hello',
      textStyle: aStyle({ size: 44, box: null, italic: true }),
    }),
    aTile({
      text: 'สวัสดีชาวโลกภาษาไทยไม่มีช่องว่างระหว่างคำและยาวมากจนต้องตัดบรรทัด',
      textStyle: aStyle({ align: 'left', position: 'top-center', bold: true }),
      speech: {
        file: 'speech',
        seconds: 2,
        words: `Two lines below, with an emoji ${emoji} and 100 % of the brand’s “words”`,
      },
    }),
    aTile({ text: letters, textStyle: aStyle({ size: 40, bold: true }) }),
    aTile({
      media: { kind: 'image', file: 'photo' },
      text: 'The slide’s own text is below',
      textStyle: aStyle({ position: 'bottom-center' }),
      speech: { file: 'speech', seconds: 2, words: 'مرحبا بالعالم, so the caption stands above' },
    }),
  ],
  {
    logo: { file: 'logo', position: 'top-left' },
    watermark: { file: 'logo', position: 'bottom-left' },
    captions: true,
  },
);
/** The frame of each slide that is compared: it shows a caption if the slide has speech. */
const frame = 10;

/** The page's half: the same calls on the browser's canvas. Answers each slide's RGBA in base64. */
const inThePage = `async ({ fontUrls, pictureUrls, project, frame }) => {
  const L = globalThis.layout;
  const faces = await Promise.all(fontUrls.map(async (url) => {
    const bytes = await (await fetch(url)).arrayBuffer();
    return L.openFace(new Uint8Array(bytes), url);
  }));
  const pictures = new Map(await Promise.all(Object.entries(pictureUrls).map(async ([name, url]) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return [name, image];
  })));
  const newSurface = ({ width, height }) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    return { width, height, picture: canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
  };
  const means = {
    fontsFor: ({ bold, italic }) => ({ faces, slanted: italic, emboldened: bold }),
    sizeOf: (name) => {
      const picture = pictures.get(name);
      return picture && { width: picture.naturalWidth, height: picture.naturalHeight };
    },
  };
  return project.tiles.map((tile) => {
    const surface = newSurface(L.stageOf(project.ratio));
    const { under, over } = L.slideLayout(project, tile, means);
    const caption = L.captionAt(tile, frame);
    const captioned = caption === null ? [] : L.captionOps(project, tile, caption, means);
    L.drawOps(surface.context, [...under, ...over, ...captioned], {
      newSurface,
      outlineOf: (path) => new Path2D(path),
      pictureOf: (name) => pictures.get(name),
    });
    const { data } = surface.context.getImageData(0, 0, surface.width, surface.height);
    let text = '';
    for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
    return btoa(text);
  });
}`;

test('A slide has the same pixels in the preview and in the video', async () => {
  const served = await serve();
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(served.url);
    const data = {
      fontUrls: files.map((_, index) => `/font/${index}`),
      pictureUrls: Object.fromEntries(
        Object.keys(pictures).map((name) => [name, `/picture/${encodeURIComponent(name)}`]),
      ),
      project,
      frame,
    };
    const answer: unknown = await page.evaluate(`(${inThePage})(${JSON.stringify(data)})`);
    assert.ok(Array.isArray(answer) && answer.length === project.tiles.length);
    for (const [index, tile] of project.tiles.entries()) {
      const inPage: Buffer = Buffer.from(String(answer[index]), 'base64');
      const onServer = await drawnHere(tile, index);
      let differences = onServer.length - inPage.length;
      for (const [at, value] of onServer.entries()) differences += value === inPage[at] ? 0 : 1;
      assert.equal(differences, 0, `slide ${index + 1}`);
    }
  } finally {
    await browser.close();
    served.close();
  }
});

async function drawnHere(tile: Tile, index: number): Promise<Buffer> {
  const loaded = new Map(
    await Promise.all(Object.entries(pictures).map(async ([name, bytes]) => [name, await loadPicture(bytes)] as const)),
  );
  const [first, ...others] = faces;
  assert.ok(first);
  const stack: readonly [Face, ...Face[]] = [first, ...others];
  const means: LayoutMeans = {
    fontsFor: ({ bold, italic }) => ({ faces: stack, slanted: italic, emboldened: bold }),
    sizeOf: (name) => loaded.get(name),
  };
  const { under, over } = slideLayout(project, tile, means);
  const view = viewsOf(project, means)[index]?.findLast(({ from }) => from <= frame);
  assert.ok(view);
  assert.equal(view.caption.length > 0, tile.speech !== null);
  const surface = newSurface({ width: 1280, height: 720 });
  drawOps<NodePicture, Path2D>(surface.context, [...under, ...over, ...view.caption], {
    ...nodePlatform,
    pictureOf: (name) => loaded.get(name)?.picture,
  });
  return surface.pixels();
}

/** A page with the layout as a script, the fonts and the pictures. */
async function serve(): Promise<{ url: string; close: () => void }> {
  const script = await bundled();
  const server = createServer(({ url = '/' }, response) => {
    const [, kind = '', name = ''] = url.split('/');
    const font = files[Number(name)];
    if (kind === 'font' && font !== undefined) response.end(readFileSync(font));
    else if (kind === 'picture') response.end(pictures[decodeURIComponent(name)]);
    else
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(`<!doctype html><meta charset="utf-8"><script>${script}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bundled(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: projectDir,
    build: { write: false, minify: true, lib: { entry: 'render/layout/index.ts', formats: ['iife'], name: 'layout' } },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  assert.ok(bundle && 'output' in bundle);
  // A closing tag inside the script would end it.
  return bundle.output
    .flatMap((part) => (part.type === 'chunk' ? [part.code] : []))
    .join('')
    .replaceAll('</script', '<\\/script');
}

/** A picture with gradients, circles and a transparent ground. */
function aPicture(width: number, height: number): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  for (let at = 0; at < 40; at++) {
    context.fillStyle = `hsla(${at * 37}, 70%, 55%, 0.8)`;
    context.beginPath();
    context.arc((((at * 97) % 100) / 100) * width, (((at * 61) % 100) / 100) * height, height / 5, 0, 7);
    context.fill();
  }
  return canvas;
}
