import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { videoProject as savedProject } from '#contract/content/videos.ts';
import { layoutOf } from './from-saved.ts';
import { videoProject, type Tile } from './project.ts';

const laidOut = (tile: Record<string, unknown>): Tile => {
  const [only] = layoutOf(savedProject.parse({ tiles: [{ id: 'a', ...tile }] })).tiles;
  assert.ok(only);
  return only;
};

describe('saved projects', () => {
  test('a saved project is laid out with the specified defaults', () => {
    const project = layoutOf(savedProject.parse({ tiles: [{ id: 'a' }] }));
    assert.deepEqual(videoProject.parse(project), project);
    const [tile] = project.tiles;
    assert.deepEqual(
      [tile?.seconds, tile?.textStyle.position, tile?.textStyle.size, tile?.textStyle.colour, tile?.textStyle.box],
      [5, 'bottom-center', 20, '#ffffff', null],
    );
    assert.deepEqual([project.music, project.logo, project.watermark, project.ratio], [null, null, null, '16:9']);
  });

  for (const { what, tile, media } of [
    { what: 'nothing', tile: {}, media: 'colour' },
    { what: 'a picture', tile: { file_url: '/files/a.jpg' }, media: 'image' },
    { what: 'a clip', tile: { type: 'video', file_url: '/files/a.mp4' }, media: 'video' },
  ])
    test(`a slide with ${what} shows ${media}`, () => assert.equal(laidOut(tile).media.kind, media));

  test('a clip starts at its start time, counted from 1, with its own sound', () => {
    const clip = { type: 'video', file_url: '/files/a.mp4', volume: 0.3 };
    assert.deepEqual(laidOut({ ...clip, start_time: 4 }).media, {
      kind: 'video',
      file: '/files/a.mp4',
      startSeconds: 3,
      volume: 0.3,
    });
    assert.deepEqual(laidOut(clip).media, { kind: 'video', file: '/files/a.mp4', startSeconds: 0, volume: 0.3 });
  });

  for (const { box, tile } of [
    { box: null, tile: { bg_color: '' } },
    { box: null, tile: { bg_color: '#112233', remove_bg: 'true' } },
    { box: { colour: '#112233', opacity: 0.4, radius: 0.2 }, tile: { bg_color: '#112233', opacity: '0.4' } },
  ])
    test(`the box behind a text of ${JSON.stringify(tile)} is ${box === null ? 'missing' : 'there'}`, () =>
      assert.deepEqual(laidOut(tile).textStyle.box, box));

  test('a font that was not chosen is the default one', () => {
    const fontOf = (tile: Record<string, unknown>) => laidOut(tile).textStyle.font;
    assert.deepEqual(
      [fontOf({}), fontOf({ font: '/api/x', font_name: 'Lobster' }), fontOf({ font: 'Anton' }), fontOf({ font: '/f' })],
      ['Inter', 'Lobster', 'Anton', 'Inter'],
    );
  });

  test('marks and music that are off are left out', () => {
    const project = layoutOf(
      savedProject.parse({
        tiles: [{ id: 'a' }],
        logo: { status: 'false', url: '/files/l.png' },
        watermark: { status: 'true', url: '/files/w.png', position: 'top-right' },
        audio: { status: true, url: '' },
      }),
    );
    assert.deepEqual(
      [project.logo, project.watermark, project.music],
      [null, { file: '/files/w.png', position: 'top-right' }, null],
    );
  });

  test('the same slide is laid out as the same object', () => {
    const saved = savedProject.parse({ tiles: [{ id: 'a' }, { id: 'b' }] });
    const changed = { ...saved, tiles: saved.tiles.map((tile) => (tile.id === 'a' ? { ...tile, text: 'x' } : tile)) };
    const [before, after] = [layoutOf(saved), layoutOf(changed)];
    assert.notEqual(after.tiles[0], before.tiles[0]);
    assert.equal(after.tiles[1], before.tiles[1]);
  });
});
