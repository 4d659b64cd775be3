import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { videoProject } from '#contract/content/videos.ts';
import { documentOf, projectOf, tilesOf, type VideoDocument } from './document.ts';
import {
  addTile,
  duplicateTile,
  emptyDocument,
  emptyTile,
  moveTile,
  removeTile,
  setEveryTile,
  setSettings,
  setTile,
  type Edit,
} from './edits.ts';
import { DocumentStore } from './store.ts';

const start = (): VideoDocument =>
  [
    setTile('a', { text: 'One', poster: '/files/one.jpg' }),
    addTile({ ...emptyTile('b'), poster: '/files/two.jpg' }, 'a'),
  ].reduce((document, edit: Edit) => edit(document), emptyDocument('Spring', 'a'));

function storeOf(): { store: DocumentStore; wait: (ms: number) => void; texts: () => string[] } {
  let now = 0;
  const store = new DocumentStore(start(), 'a', () => now);
  return {
    store,
    wait: (ms) => {
      now += ms;
    },
    texts: () => tilesOf(store.snapshot().document).map(({ text }) => text),
  };
}

describe('documents', () => {
  test('a document is a project of the contract, with the default values', () => {
    const empty = projectOf(emptyDocument('Spring', 'a'), 'a');
    const parsed = videoProject.parse({ tiles: [{ id: 'a', is_selected: true }] });
    assert.deepEqual({ ...parsed, name: 'Spring', client_id: null }, empty);
    assert.deepEqual(projectOf(documentOf(empty), 'a'), empty);
  });

  test('a document gives new ids to slides with a duplicate id or none', () => {
    const project = videoProject.parse({ tiles: [{ id: 'x' }, { id: 'x', text: 'two' }, {}, {}] });
    assert.deepEqual(
      tilesOf(documentOf({ ...project, name: '', client_id: null })).map(({ id, text }) => [id, text]),
      [
        ['x', ''],
        ['x-2', 'two'],
        ['slide-3', ''],
        ['slide-4', ''],
      ],
    );
  });

  test('a document has its first slide’s poster as its thumbnail, whichever slide becomes the first', () => {
    const thumbnailAfter = (edit: Edit) => edit(start()).settings.thumbnail;
    assert.equal(start().settings.thumbnail, '/files/one.jpg');
    assert.equal(thumbnailAfter(moveTile('b', 0)), '/files/two.jpg');
    assert.equal(thumbnailAfter(removeTile('a')), '/files/two.jpg');
    assert.equal(thumbnailAfter(setTile('a', { poster: '/files/new.jpg' })), '/files/new.jpg');
    assert.equal(thumbnailAfter(setTile('b', { poster: '/files/new.jpg' })), '/files/one.jpg');
  });

  test('a document keeps its last slide, and has at most a hundred', () => {
    const one = removeTile('b')(start());
    assert.equal(removeTile('a')(one), one);
    let full = start();
    for (let at = 0; at < 120; at++) full = duplicateTile('a', `copy-${at}`)(full);
    assert.equal(full.order.length, 100);
  });
});

describe('undo and redo', () => {
  const edits: readonly [string, Edit][] = [
    ['a word', setTile('a', { text: 'Two' })],
    ['a setting', setSettings({ ratio: '9:16' })],
    ['music', setSettings({ audio: { status: true, url: '/files/m.mp3', title: 'M', volume: 1 } })],
    ['an added slide', addTile(emptyTile('c'), 'a')],
    ['a removed slide', removeTile('b')],
    ['another order', moveTile('b', 0)],
    ['all slides', setEveryTile(() => ({ transition: 'zoom' }))],
  ];
  for (const [name, edit] of edits) {
    test(`undo and redo work for ${name}`, () => {
      const { store } = storeOf();
      const before = store.snapshot().document;
      store.change(edit);
      const after = store.snapshot().document;
      assert.notDeepEqual(after, before);
      store.undo();
      assert.deepEqual(store.snapshot().document, before);
      assert.deepEqual([store.snapshot().canUndo, store.snapshot().canRedo], [false, true]);
      store.redo();
      assert.deepEqual(store.snapshot().document, after);
    });
  }

  test('a gesture is one step until a pause, a mark or another gesture', () => {
    const { store, wait, texts } = storeOf();
    for (const text of ['T', 'Ty', 'Typ']) {
      store.change(setTile('a', { text }), { gesture: 'text a' });
      wait(400);
    }
    wait(1_000);
    store.change(setTile('a', { text: 'Type' }), { gesture: 'text a' });
    store.mark();
    store.change(setTile('a', { text: 'Types' }), { gesture: 'text a' });
    store.change(setTile('b', { text: 'B' }), { gesture: 'text b' });
    const seen: string[][] = [];
    while (store.snapshot().canUndo) {
      seen.push(texts());
      store.undo();
    }
    assert.deepEqual(
      [...seen, texts()],
      [
        ['Types', 'B'],
        ['Types', ''],
        ['Type', ''],
        ['Typ', ''],
        ['One', ''],
      ],
    );
  });

  test('a change by the program is not a step, and remains after the person’s undo', () => {
    const { store } = storeOf();
    store.change(setTile('a', { text: 'Mine' }));
    store.change(setTile('a', { file_url: '/files/copied.jpg' }), { byProgram: true });
    store.undo();
    const tile = store.snapshot().document.tiles['a'];
    assert.deepEqual([tile?.text, tile?.file_url], ['One', '/files/copied.jpg']);
  });

  test('redo of an added slide restores what the program gave it after it was added', () => {
    const { store } = storeOf();
    store.change(addTile(emptyTile('c'), 'b'), { select: 'c' });
    store.change(setTile('c', { file_url: '/files/random.jpg' }), { byProgram: true });
    const { document } = store.snapshot();
    store.undo();
    assert.equal(store.snapshot().document.tiles['c'], undefined);
    store.redo();
    assert.deepEqual(store.snapshot().document, document);
  });

  test('a new change clears the redo history; one that changes nothing does not', () => {
    const { store } = storeOf();
    store.change(setTile('a', { text: 'Two' }));
    store.undo();
    store.change(setTile('a', { text: 'One' }));
    assert.equal(store.snapshot().canRedo, true);
    store.change(setTile('a', { text: 'Three' }));
    assert.equal(store.snapshot().canRedo, false);
  });

  test('undo and redo restore the selection, which is always an existing slide', () => {
    const { store } = storeOf();
    store.change(addTile(emptyTile('c'), 'b'), { select: 'c' });
    assert.equal(store.snapshot().selected, 'c');
    store.undo();
    assert.equal(store.snapshot().selected, 'a');
    store.redo();
    assert.equal(store.snapshot().selected, 'c');
    store.change(removeTile('c'));
    assert.equal(store.snapshot().selected, 'a');
  });
});
