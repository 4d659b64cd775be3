import assert from 'node:assert/strict';
import { test } from 'vitest';
import { clustersOf } from './clusters.ts';
import { linesOf, scaleOf, spotOf, toPx, viewOf, zooms } from './mercator.ts';
import { landOf, pathsOf } from './outlines.ts';
import { tilesOf } from './tiles.ts';

const size = { width: 600, height: 400 };
const leeds = { latitude: 53.8, longitude: -1.55 };

test('a view of several positions shows all of them with a margin, at any distance', () => {
  for (const far of [0.0001, 0.01, 1, 60]) {
    const spots = [leeds, { latitude: 53.8 - far / 2, longitude: -1.55 + far }].map(spotOf);
    const view = viewOf(spots, size);
    for (const { x, y } of spots.map((spot) => toPx(spot, view, size)))
      assert.ok(x >= 47 && x <= 553 && y >= 47 && y <= 353, `${far}: ${x}, ${y}`);
  }
  assert.equal(viewOf([spotOf(leeds)], size).zoom, 16);
  assert.equal(viewOf([], size).zoom, zooms.least);
});

test('businesses close together form one cluster, and none is lost or duplicated', () => {
  const items = Array.from({ length: 500 }, (_, at) => ({ item: at, px: { x: (at * 37) % 600, y: (at * 91) % 400 } }));
  const clusters = clustersOf(items, 40);
  assert.deepEqual(
    clusters.flatMap(({ items: own }) => own).toSorted((a, b) => a - b),
    items.map(({ item }) => item),
  );
  assert.ok(clusters.length < 200, `${clusters.length} clusters`);
  assert.equal(
    clustersOf(
      [
        { item: 1, px: { x: 0, y: 0 } },
        { item: 2, px: { x: 40, y: 0 } },
      ],
      40,
    ).length,
    2,
  );
});

test('the scale has a round length and is as long as it says', () => {
  const { words, px } = scaleOf({ middle: spotOf({ latitude: 0, longitude: 0 }), zoom: 12 }, size);
  assert.equal(words, '5 km');
  assert.ok(Math.abs(px - 5000 / (40_075_017 / (256 * 4096))) < 0.01);
});

test('land is cut at the edges of a view, keeps its lakes, and is omitted where it is far away', () => {
  const square = (from: number, to: number): [number, number][] => [
    [from, from],
    [to - from, 0],
    [0, to - from],
    [from - to, 0],
    [0, from - to],
  ];
  const lands = landOf({
    transform: { scale: [1, 1], translate: [0, 0] },
    arcs: [square(-40, 40), square(-10, 10), square(60, 70)],
    objects: {
      countries: {
        geometries: [
          { type: 'Polygon', arcs: [[0], [1]] },
          { type: 'MultiPolygon', arcs: [[[2]]] },
        ],
      },
    },
  });
  const view = { middle: spotOf({ latitude: 0, longitude: 0 }), zoom: 4 };
  const [d = '', ...others] = pathsOf(lands, view, size);
  assert.equal(others.length, 0);
  assert.equal(d.split('M').length - 1, 2, 'the shore and the lake');
  for (const point of d.match(/-?[\d.]+ -?[\d.]+/g) ?? []) {
    const [x = 0, y = 0] = point.split(' ').map(Number);
    assert.ok(x >= -40 && x <= 640 && y >= -40 && y <= 440, point);
  }
});

test('tiles cover a view, continue across the edge of the world, and end at its poles', () => {
  const tiles = tilesOf('https://tiles.example/{z}/{x}/{y}.png', { middle: { x: 0, y: 0 }, zoom: 2 }, size);
  assert.deepEqual(
    tiles.map(({ url }) => url.slice('https://tiles.example/'.length)),
    ['2/2/0.png', '2/3/0.png', '2/0/0.png', '2/1/0.png'],
  );
  assert.deepEqual(tiles[2]?.at, { x: 300, y: 200 });
});

test('grid lines keep their distance and go through the same point wherever the map is moved', () => {
  assert.deepEqual(linesOf(10, 300, 100), [10, 110, 210]);
  assert.deepEqual(linesOf(-12_290, 300, 100), [10, 110, 210]);
  assert.deepEqual(linesOf(0, 0, 100), []);
  assert.deepEqual(linesOf(5, 300, Number.NaN), []);
});
