/** Fonts of a configured source: copied with their licence, and then used like bundled ones. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { emptyDesign } from '#rules/design/design.ts';
import { newText } from '#rules/design/layers.ts';
import { openSources } from '#sources/open.ts';
import { drawDesign } from '../designs/draw-design.job.ts';
import { aPicture } from '../streams/testing.ts';
import { aSourcesServer } from '../stock/testing.ts';
import { anotherAgency } from '../../app/testing/people.ts';
import type { TestServer } from '../../app/testing/server.ts';
import { renderVideo } from '../videos/render-video.job.ts';

const { server, vendors, clock } = await aSourcesServer({ on: ['google-fonts', 'pexels'] });
const { ask, call, db, services } = server;
const size = { width: 640, height: 360 };
const job = { signal: new AbortController().signal, jobId: '1', retryCount: 0 };

async function foundFonts() {
  const results = await ask('search-media', { keyword: 'family', search_type: 'font' });
  return results.flatMap((result) => ('family' in result ? [result] : []));
}
/** A font of the sandbox source: those with odd numbers have four faces, the others only the regular one. */
async function theFont(family: string): Promise<{ family: string; url: string }> {
  return (await foundFonts()).find((font) => font.family === family) ?? assert.fail(`no font ${family}`);
}
const designIn = (font: string) => ({
  ...emptyDesign,
  ...size,
  layers: [{ ...newText('a', { text: 'Handgloves', size: 40 }), font }],
});
async function aDesign(font: string, name: string): Promise<string> {
  return (await ask('save-thumbnail', { name, data: JSON.stringify(designIn(font)) })).id;
}
/** Draws a design; returns the URL of its picture. */
async function drawn(designId: string): Promise<string> {
  const wanted = await ask('draw-design', { id: designId, ...size });
  await drawDesign(services)({ drawingId: wanted.id }, job);
  const { state, url, message } = await ask('fetch-drawing', { id: wanted.id });
  assert.deepEqual([state, message], ['ready', '']);
  return url ?? '';
}
const bytesAt = async (url: string): Promise<Buffer> => Buffer.from(await (await server.send(url)).arrayBuffer());
const libraryFonts = ({ ask: asked }: TestServer = server) => asked('fetch-library', { kind: 'font' });

test('every face of a font is copied with source, author, licence and date', async () => {
  const { family, url } = await theFont('Family 1');
  const taken = await ask('take-font', { url });
  assert.deepEqual(
    [taken.family, taken.category, taken.weights, taken.hasItalic, Object.keys(taken.files).length],
    [family, 'Google Fonts', [400, 700], true, 4],
  );
  for (const address of Object.values(taken.files)) {
    const file = await server.send(address);
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'font/woff2']);
  }
  const { items } = await libraryFonts();
  assert.deepEqual(
    items.map(({ title, kind, uses, licences }) => [title, kind, uses, licences.map(({ source }) => source)]),
    [[family, 'font', [], ['google-fonts']]],
    'equal bytes are one file',
  );
  assert.equal(items[0]?.licences[0]?.taken, clock.now.toISOString().replace('.000', ''));
});

test('a copied font is offered for designs and slides, only to its agency', async () => {
  const { family } = await ask('take-font', { url: (await theFont('Family 2')).url });
  const named = async (as = server.owner) => [
    (await ask('fetch-typefaces', {}, { as })).some((each) => each.family === family),
    (await ask('fetch-fonts', {}, { as })).some((each) => each.family === family),
    (await ask('fetch-font-files', { family }, { as }))[0]?.url.startsWith('/files/'),
  ];
  assert.deepEqual(await named(), [true, true, true]);
  assert.deepEqual(await named(await anotherAgency(db)), [false, false, false]);
  const [bold] = await ask('fetch-font-files', { family, bold: true, italic: true });
  assert.deepEqual([bold?.slanted, bold?.emboldened], [true, true], 'a missing face is synthesised');
  const [own] = await ask('fetch-font-files', { family: (await theFont('Family 1')).family, bold: true, italic: true });
  assert.deepEqual([own?.slanted, own?.emboldened], [false, false]);
});

test('the licence ledger lists a used font and its uses, and the library refuses to delete it', async () => {
  const { family } = await ask('take-font', { url: (await theFont('Family 3')).url });
  const id = await aDesign(family, 'Poster');
  const { items } = await ask('fetch-licences', {});
  const row = items.find(({ title }) => title === family);
  assert.deepEqual(
    [row?.kind, row?.source, row?.licence, row?.taken !== null, row?.uses],
    ['font', 'google-fonts', 'Open Source', true, [{ of: 'design', id, name: 'Poster' }]],
  );
  const [file] = (await libraryFonts()).items;
  const reply = await call('delete-library-file', { id: file?.id ?? '' });
  assert.deepEqual([reply.code, reply.message.includes('the image “Poster”')], [409, true]);
});

test('a font stays in use by designs and videos in which another file is replaced', async () => {
  const { family } = await ask('take-font', { url: (await theFont('Family 5')).url });
  const pictures = await Promise.all(
    [50, 60].map(async (width) => {
      const bytes = await aPicture('png', { width, height: 30 });
      const reply = await server.upload('upload-file', { file_type: 'image' }, { field: 'file', name: 'a.png', bytes });
      return reply.status ? reply.data : assert.fail(reply.message);
    }),
  );
  const [old, by] = pictures;
  assert.ok(old && by);
  const data = JSON.stringify({ ...designIn(family), note: old.url });
  const { id: design } = await ask('save-thumbnail', { name: 'Swapped', data });
  const tiles = [{ file_url: old.url, text: 'Handgloves', font: family, font_name: family }];
  const { id: video } = await ask('save-video', { name: 'Swapped', tiles });
  const { designs, videos } = await ask('replace-library-file', { id: old.id, by_id: by.id });
  assert.deepEqual([designs.map(({ id }) => id), videos.map(({ id }) => id)], [[design], [video]]);
  const used = (await ask('fetch-licences', {})).items.find(({ title }) => title === family)?.uses;
  const swapped = used?.filter(({ name }) => name === 'Swapped');
  assert.deepEqual(swapped?.map(({ of, id }) => [of, id]).toSorted(), [
    ['design', design],
    ['video', video],
  ]);
});

test('designs and videos are drawn in a copied font after its source was switched off', async () => {
  const { family } = await ask('take-font', { url: (await theFont('Family 1')).url });
  const [before, other] = [await aDesign(family, 'In it'), await aDesign('Arial', 'In another one')];
  const tiles = [{ id: 'a', text: 'Handgloves', font: family, font_name: family, duration: 1 }];
  const { id: videoId } = await ask('save-video', { name: 'Clip', tiles, type: 'render' });
  const { sources } = services;
  await vendors.close();
  services.sources = openSources({ http: services.http, remotes: [] });
  const pictures = await Promise.all([await drawn(before), await drawn(other)].map(bytesAt));
  assert.ok(pictures[0] && !pictures[0].equals(pictures[1] ?? Buffer.alloc(0)), 'the text is drawn in the copied font');
  await renderVideo(services)({ videoId }, job);
  const [video] = (await ask('fetch-videos', { id: videoId })).items;
  assert.deepEqual([video?.status, video?.failed, video?.message], ['6', '0', '']);
  const { items } = await ask('fetch-library', { kind: 'video' });
  assert.ok(
    items[0]?.licences.some(({ title }) => title === family),
    'the video inherits the licence',
  );
  services.sources = sources;
});

test('an unused font can be deleted and is then no longer offered', async () => {
  const { server: other } = await aSourcesServer({ on: ['google-fonts'] });
  const [font] = await other.ask('search-media', { keyword: 'family', search_type: 'font' });
  const { family } = await other.ask('take-font', { url: font && 'family' in font ? font.url : '' });
  const [file] = (await libraryFonts(other)).items;
  await other.ask('delete-library-file', { id: file?.id ?? '' });
  assert.ok(!(await other.ask('fetch-fonts', {})).some((each) => each.family === family));
  assert.ok(!(await other.ask('fetch-font-files', { family })).some(({ url }) => url.startsWith('/files/')));
});

test('a bundled font is not copied; a picture, a forged URL and a missing file are refused', async () => {
  const { server: other, vendors: broken } = await aSourcesServer({ on: ['pexels', 'google-fonts'] });
  const plain = openSources({ http: other.services.http, remotes: [] });
  const { sources } = other.services;
  other.services.sources = plain;
  const [shipped] = await other.ask('search-media', { keyword: 'lobster', search_type: 'font' });
  other.services.sources = sources;
  const url = shipped && 'family' in shipped ? shipped.url : '';
  assert.deepEqual((await other.ask('take-font', { url })).files, {});
  const [picture] = await other.ask('search-media', { keyword: 'sky', search_type: 'image' });
  const [font] = await other.ask('search-media', { keyword: 'family', search_type: 'font' });
  broken.fail('error');
  for (const [address, code, message] of [
    [picture && 'image' in picture ? picture.image : '', 422, messages.foundKind],
    [`${url}x`, 422, messages.foundGone],
    ['https://example.com/font.woff2', 422, messages.foundGone],
    [font && 'family' in font ? font.url : '', 409, 'The source no longer has this file.'],
  ] as const) {
    const reply = await other.call('take-font', { url: address });
    assert.deepEqual([reply.code, reply.message], [code, message]);
  }
  assert.deepEqual((await libraryFonts(other)).items, []);
});
