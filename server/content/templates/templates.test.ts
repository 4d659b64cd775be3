import assert from 'node:assert/strict';
import { test } from 'vitest';
import { emojiSvg, isActor } from '#sources/emoji/emoji.ts';
import { pictureOf } from '#generated/pictures/draw.ts';
import { applyKit } from '#rules/design/apply-kit.ts';
import { colourUnder } from '#rules/design/legible.ts';
import { canvasSizes, type Design } from '#rules/design/design.ts';
import { contrastOf, luminanceOf, plainKit, type Kit } from '#rules/design/kit.ts';
import { resized } from '#rules/design/resize.ts';
import { typefaceOf } from '#render/layout/design/index.ts';
import { iconDrawing } from '../icons/index.ts';
import { typefaces } from '../fonts/index.ts';
import { aServer } from '../../app/testing/server.ts';
import { allTemplates, findTemplates } from './templates.ts';

const templates = allTemplates((reference) => `/picture/${reference}`);

/** The positions of everything in a design, in twelfths of the canvas: what a person would call its layout. */
const layoutOf = ({ width, height, layers }: Design): string =>
  layers
    .filter(({ roles }) => roles?.content === undefined)
    .map(
      ({ kind, x, y, width: w, height: h }) =>
        `${kind[0]}${[x / width, y / height, w / width, h / height].map((part) => Math.round(part * 12)).join()}`,
    )
    .toSorted()
    .join(' ');

const red: Kit = {
  name: 'Rossi Pizza',
  logo: null,
  colours: { primary: '#c1121f', secondary: '#fdf0d5', accent: '#003049', background: '#ffffff', text: '#1d1d1f' },
  fonts: { heading: 'Oswald', body: 'Lato' },
};
const night: Kit = {
  name: 'Nordlys',
  logo: null,
  colours: { primary: '#22d3ee', secondary: '#a78bfa', accent: '#f472b6', background: '#0b1020', text: '#f8fafc' },
  fonts: { heading: 'Righteous', body: 'Work Sans' },
};

test('there are at least 40 templates of at least 12 kinds, with different layouts and names', () => {
  assert.ok(templates.length >= 40, `${templates.length} templates`);
  assert.ok(new Set(templates.map(({ kind }) => kind)).size >= 12);
  const layouts = Map.groupBy(templates, ({ design }) => layoutOf(design));
  assert.deepEqual(
    [...layouts.values()].filter((same) => same.length > 1).map((same) => same.map(({ id }) => id)),
    [],
  );
  assert.equal(new Set(templates.map(({ name }) => name)).size, templates.length);
  assert.equal(new Set(templates.map(({ words }) => words.toSorted().join())).size, templates.length);
});

test('every icon, picture and font of the templates is bundled', () => {
  const missing = templates.flatMap(({ id, design }) =>
    design.layers.flatMap((layer) => {
      if (layer.kind === 'sign') return iconDrawing(layer) === undefined ? [`${id}: ${layer.sign}`] : [];
      if (layer.kind === 'text')
        return typefaceOf(typefaces, layer.font).family === layer.font ? [] : [`${id}: ${layer.font}`];
      if (layer.kind !== 'image' || layer.roles?.content === 'logo') return [];
      return pictureOf(layer.source.slice('/picture/'.length), isActor) === undefined ? [`${id}: ${layer.source}`] : [];
    }),
  );
  assert.deepEqual(missing, []);
  assert.ok(emojiSvg('birthday-cake') !== undefined);
});

for (const kit of [red, night])
  test(`every template in the kit of ${kit.name} has its colours and fonts, and readable texts`, () => {
    for (const { id, design } of templates) {
      const branded = applyKit(design, kit);
      const texts = branded.layers.flatMap((layer) => (layer.kind === 'text' ? [layer] : []));
      assert.ok(
        texts.every(({ font }) => Object.values(kit.fonts).includes(font)),
        id,
      );
      for (const [at, layer] of branded.layers.entries()) {
        if (layer.kind !== 'text' || layer.outline !== null) continue;
        const under = colourUnder(layer, branded, at);
        if (under === null) continue;
        const contrast = contrastOf(luminanceOf(layer.colour), luminanceOf(under));
        assert.ok(contrast >= 3, `${id}: “${layer.text}” has a contrast of ${contrast.toFixed(1)}`);
      }
      assert.equal(branded.layers.find(({ roles }) => roles?.content === 'name')?.isHidden ?? false, false);
    }
  });

test('a template can be changed from kit to kit and back without a difference', () => {
  for (const { design } of templates) {
    const own = design.kit ?? plainKit;
    assert.deepEqual(applyKit(applyKit(applyKit(design, red), night), own), design);
  }
});

test('in every network’s size all parts of a template are on the canvas', () => {
  for (const { id, design } of templates)
    for (const size of canvasSizes) {
      const other = resized(design, { width: size.width, height: size.height });
      for (const [at, layer] of other.layers.entries()) {
        const was = design.layers[at];
        if (was === undefined || layer.kind !== 'text') continue;
        const stood =
          was.x >= 0 && was.y >= 0 && was.x + was.width <= design.width && was.y + was.height <= design.height;
        const stands =
          layer.x >= -1 &&
          layer.y >= -1 &&
          layer.x + layer.width <= size.width + 1 &&
          layer.y + layer.height <= size.height + 1;
        assert.ok(!stood || stands, `${id} as ${size.id}: “${layer.text}”`);
      }
    }
});

test('templates can be searched by words and by kind', async () => {
  const ids = (search: string, kind?: string) => findTemplates(templates, { search, kind }).map(({ id }) => id);

  assert.deepEqual(ids('happy birthday'), ['birthday-cake']);
  assert.ok(ids('', 'offer').length >= 4 && ids('', 'offer').every((id) => id.startsWith('offer-')));
  assert.deepEqual(ids('no such thing at all'), []);
  const server = await aServer();
  const { items } = await server.ask('fetch-templates', { search: 'concert' });
  const [poster] = items;
  const picture = poster?.design.layers.find(({ kind }) => kind === 'image');
  assert.ok(picture?.kind === 'image');
  const seen = await server.send(picture.source, { headers: { authorization: server.owner.token } });
  assert.equal(seen.headers.get('content-type'), 'image/jpeg');
});
