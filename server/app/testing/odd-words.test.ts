/** Words as people paste them, in every field of content: stored with spaces for control characters, or refused. */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { videoProject } from '#contract/content/videos.ts';
import { aPicture, aStream } from '../../content/streams/testing.ts';
import { aServer } from './server.ts';

const server = await aServer();
const { ask, call } = server;

const kept = [
  '<script>alert(1)</script> & <b onclick="x()">bold</b>',
  '🦊👩‍👩‍👧‍👦🏳️‍🌈 e\u0301',
  '\u202Eعكس\u202C مرحبا بالعالم',
  "Robert'); drop table items; --",
  'a\u0001b\u001b[31mc\u200bd',
  'line\none\r\ntwo\ttab',
  '%s {{x}} ${x} \\u0000 &lt;',
  '=HYPERLINK("http://evil.example")',
];
/** What is stored of words with control characters. */
const stored: Readonly<Record<string, string>> = {
  'a\u0001b\u001b[31mc\u200bd': 'a b [31mc\u200bd',
  'line\none\r\ntwo\ttab': 'line\none\ntwo tab',
};
const refused = ['a\u0000b', 'x'.repeat(200_001)];

type Written = { code: number; message: string; read: () => Promise<unknown> };
type Field = { what: string; needed: boolean; write: (words: string) => Promise<Written> };

const texts = await aStream(server, 'text');
const pictures = await aStream(server, 'image');
const upload = { field: 'file', name: 'roof.png', bytes: await aPicture('png') };
const picture = await server.upload('upload-file', { file_type: 'image' }, upload);
assert.ok(picture.status);
const { url } = picture.data;
const item = await ask('push-to-content-stream', { content_stream_id: pictures.id, url });
const itemOf = async (streamId: string, id: string) =>
  (await ask('fetch-stream', { id: streamId })).items.find((each) => each.id === id);
const nowhere = () => Promise.resolve(null);

/** One of the fields that hold the item's words. */
const ofItem = (field: 'title' | 'description' | 'alt_text', needed: boolean): Field => ({
  what: `an item’s ${field}`,
  needed,
  write: async (words) => {
    const { code, message } = await call('update-stream', {
      id: item.id,
      title: 'T',
      description: 'D',
      [field]: words,
    });
    return { code, message, read: async () => (await itemOf(pictures.id, item.id))?.[field] };
  },
});

const fields: readonly Field[] = [
  ofItem('title', true),
  ofItem('description', true),
  ofItem('alt_text', false),
  {
    what: 'the words for one network',
    needed: false,
    write: async (words) => {
      const own_words = { telegram: { title: 'T', description: words } };
      const { code, message } = await call('update-stream', { id: item.id, title: 'T', description: 'D', own_words });
      const read = async () => (await itemOf(pictures.id, item.id))?.own_words.telegram?.description ?? '';
      return { code, message, read };
    },
  },
  {
    what: 'a text of a stream',
    needed: true,
    write: async (words) => {
      const description = JSON.stringify([{ value: words }]);
      const reply = await call('text-stream', { content_stream_id: texts.id, description });
      const id = reply.status ? (reply.data[0]?.id ?? '') : '';
      return { ...reply, read: async () => (await itemOf(texts.id, id))?.description };
    },
  },
  {
    what: 'the caption of what is pushed',
    needed: false,
    write: async (words) => {
      const push = { content_stream_id: pictures.id, url, title: 'T', description: words };
      const reply = await call('push-to-content-stream', push);
      const id = reply.status ? reply.data.id : '';
      return { ...reply, read: async () => (await itemOf(pictures.id, id))?.description };
    },
  },
  {
    what: 'a video’s name',
    needed: true,
    write: async (words) => {
      const reply = await call('save-video', { name: words, tiles: [{ id: 'a' }] });
      const id = reply.status ? reply.data.id : '';
      return { ...reply, read: async () => (id === '' ? null : (await ask('fetch-videos', { id })).items[0]?.name) };
    },
  },
  {
    what: 'a slide’s text',
    needed: false,
    write: async (words) => {
      const reply = await call('save-video', { name: 'Clip', tiles: [{ id: 'a', text: words }] });
      const id = reply.status ? reply.data.id : '';
      const read = async () => {
        const [video] = (await ask('fetch-videos', { id })).items;
        return videoProject.parse(JSON.parse(video?.all_data ?? '{}')).tiles[0]?.text.trim();
      };
      return { ...reply, read: id === '' ? nowhere : read };
    },
  },
  {
    what: 'a design’s name',
    needed: true,
    write: async (words) => {
      const reply = await call('save-thumbnail', { name: words, data: '{"version":1}' });
      const id = reply.status ? reply.data.id : '';
      const read = async () => (await ask('fetch-thumbnails', { id })).items[0]?.name;
      return { ...reply, read: id === '' ? nowhere : read };
    },
  },
];

describe('words as people paste them', () => {
  for (const { what, needed, write } of fields) {
    test(`${what} is stored as written, control characters as spaces`, async () => {
      for (const words of kept) {
        const { code, message, read } = await write(words);
        assert.equal(code, 200, `${JSON.stringify(words)}: ${message}`);
        assert.equal(await read(), (stored[words] ?? words).trim());
      }
    });

    test(`${what} that is too long or contains NUL is refused, and earlier words are kept`, async () => {
      const { read: before } = await write('As it was');
      for (const words of needed ? [...refused, '', ' \n '] : refused) {
        const { code, message } = await write(words);
        assert.ok(code === 422 || code === 413, `${words.slice(0, 10)}: ${code}`);
        assert.match(message, /^[A-Z][^<>{}]{5,}$/);
        assert.equal(await before(), 'As it was');
      }
    });
  }
});
