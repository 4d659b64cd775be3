import assert from 'node:assert/strict';
import sharp from 'sharp';
import { describe, test } from 'vitest';
import { openSecrets } from '../../base/secrets/secrets.ts';
import { aServer } from '../../app/testing/server.ts';
import { foundAddress } from './address.ts';
import { aSourcesServer } from './testing.ts';

const server = await aServer();

async function first(kind: 'image' | 'video' | 'music' | 'font' | 'meme') {
  const [result] = await server.ask('search-media', { keyword: kind === 'font' ? 'inter' : 'dog', search_type: kind });
  assert.ok(result);
  return result;
}

describe('results of the built-in sources are made when they are viewed', () => {
  test('a picture and its preview are served as JPEG', async () => {
    const result = await first('image');
    assert.ok('thumb' in result);
    const [small, large] = await Promise.all([server.send(result.thumb), server.send(result.image)]);
    assert.deepEqual([small.status, small.headers.get('content-type')], [200, 'image/jpeg']);
    assert.match(small.headers.get('cache-control') ?? '', /^private, max-age=\d+$/);
    const size = await sharp(Buffer.from(await small.arrayBuffer())).metadata();
    assert.deepEqual([size.width, size.height], [480, 270]);
    assert.equal((await sharp(Buffer.from(await large.arrayBuffer())).metadata()).width, 1920);
  });

  test('a loop is served as an mp4, also in parts', async () => {
    const result = await first('video');
    assert.ok('url' in result);
    const loop = await server.send(result.url, { headers: { range: 'bytes=0-11' } });
    assert.deepEqual([loop.status, loop.headers.get('content-type')], [206, 'video/mp4']);
    assert.equal(Buffer.from(await loop.arrayBuffer()).toString('latin1', 4, 8), 'ftyp');
  });

  test('music is served as an mp3, and a font as WOFF2', async () => {
    const [music, font] = [await first('music'), await first('font')];
    assert.ok('url' in music && 'url' in font);
    const heard = await server.send(music.url);
    assert.deepEqual([heard.status, heard.headers.get('content-type')], [200, 'audio/mpeg']);
    assert.ok((await heard.arrayBuffer()).byteLength < 4_000_000);
    assert.equal((await server.send(font.url)).headers.get('content-type'), 'font/woff2');
  });
});

describe('a URL that this server did not sign is not found', () => {
  test('a URL that was changed anywhere is not found', async () => {
    const result = await first('image');
    assert.ok('thumb' in result);
    const [signature = '', named = ''] = result.thumb.slice('/found/'.length).split('.');
    const forged = Buffer.from(named, 'base64url').toString().replace('small.', 'other.');
    for (const path of [
      `${signature}.${Buffer.from(forged).toString('base64url')}`,
      `${signature.slice(1)}A.${named}`,
      `.${named}`,
      named,
      `${signature}.${named}x`,
      '%00',
      'x'.repeat(6_000),
    ])
      assert.equal((await server.send(`/found/${path}`)).status, 404, path.slice(0, 60));
  });

  test('a URL that another installation signed is not found', async () => {
    const result = await first('image');
    assert.ok('image' in result);
    const theirs = { ...server.services, secrets: openSecrets(Buffer.alloc(32, 7)) };
    const address = foundAddress(theirs, {
      kind: 'image',
      reference: 'meadow.day.1f3a90bc',
      result: {
        id: '1',
        source: 'embedded',
        author: '',
        licence: '',
        licenceUrl: null,
        pageUrl: null,
        attribution: null,
        title: '',
        thumb: '',
        file: '',
        width: 1,
        height: 1,
      },
    });
    assert.equal((await server.send(address)).status, 404);
  });
});

describe('results of a configured source are served by this server', () => {
  test('a result is downloaded once and then served from the cache', async () => {
    const { server: withPexels, vendors } = await aSourcesServer({ on: ['pexels'] });
    const [result] = await withPexels.ask('search-media', { keyword: 'sky', search_type: 'image' });
    assert.ok(result && 'thumb' in result);
    const before = vendors.requests.length;
    const replies = await Promise.all([1, 2, 3].map(() => withPexels.send(result.thumb)));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200],
    );
    await withPexels.send(result.thumb);
    assert.equal(vendors.requests.length, before + 1);
  });

  test('a host with a private address gets no request, whatever the source answers', async () => {
    const { server: guarded, vendors } = await aSourcesServer({ on: ['pexels'] });
    const [result] = await guarded.ask('search-media', { keyword: 'sky', search_type: 'image' });
    assert.ok(result && 'thumb' in result);
    const before = vendors.requests.length;
    const strict = await aServer({ config: { sources: guarded.services.config.sources, allowPrivateHosts: [] } });
    const moved = { ...strict.services, secrets: guarded.services.secrets };
    const { openFound } = await import('./view.ts');
    const look = { address: result.thumb, whose: 'somebody', signal: new AbortController().signal };
    const viewed = await openFound(moved)(look);
    assert.equal(viewed.kind, 'none');
    assert.equal(vendors.requests.length, before);
  });

  test('a file that its source no longer has, or whose source is off, is not found', async () => {
    const { server: withPexels, vendors } = await aSourcesServer({ on: ['pexels'] });
    const [result] = await withPexels.ask('search-media', { keyword: 'sky', search_type: 'image' });
    assert.ok(result && 'thumb' in result);
    vendors.fail('error');
    assert.equal((await withPexels.send(result.thumb)).status, 404);
  });
});
