import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'vitest';
import { fileLine } from './files-out.ts';
import { once } from './manifest.ts';
import { openFolder } from './folder.ts';
import { openRepository } from './open-repository.ts';
import { isPlainPath } from './repository.ts';
import { inPieces, sealOf } from './seal.ts';
import { aFolder, someSettings } from './testing.ts';

describe('the names of a set', () => {
  const hostile = [
    '../x',
    'a/../../x',
    '/etc/x',
    'a//b',
    '.hidden',
    'a/.b',
    'a\\..\\b',
    'a\0b',
    '',
    'a/',
    'x?y',
    'a..b',
  ];

  test('a name that could leave its repository is refused everywhere', async () => {
    const folder = openFolder(aFolder('repository'));
    for (const name of hostile) {
      assert.ok(!isPlainPath(name), name);
      assert.ok(!fileLine.safeParse({ path: name, sizeBytes: 1, sha256: '', object: '' }).success, name);
      await assert.rejects(folder.put(name, Buffer.from('x'), 1), /unusable name/, name);
      await assert.rejects(folder.open(name), /unusable name/, name);
      await assert.rejects(folder.delete(name), /unusable name/, name);
    }
    assert.ok(isPlainPath('ab12/20261127T023000Z/tables/public.users.000001'));
  });

  test('symbolic links in a repository are neither read, nor listed, nor written through', async () => {
    const [root, outside] = [aFolder('repository'), aFolder('outside')];
    writeFileSync(join(outside, 'secret'), 'secret');
    mkdirSync(join(root, 'set'));
    symlinkSync(join(outside, 'secret'), join(root, 'set', 'file'));
    symlinkSync(outside, join(root, 'linked'));
    const folder = openFolder(root);
    await assert.rejects(folder.open('set/file'), /ELOOP|symbolic link/);
    await assert.rejects(folder.open('linked/secret'), /symbolic link/);
    await assert.rejects(folder.put('linked/more', Buffer.from('x'), 1), /symbolic link/);
    await assert.rejects(folder.delete('linked/secret'), /symbolic link/);
    const names = [];
    for await (const { name } of folder.list('')) names.push(name);
    assert.deepEqual(names, []);
  });

  test('a repository that holds a key, is none, or lies among the data is refused without repeating the key', () => {
    const config = someSettings({
      s3: { endpoint: 'http://s3', bucket: 'reel', region: 'x', accessKeyId: 'a', secretAccessKey: 'b' },
    });
    for (const to of ['s3://AKIA:geheim@reel/x', 's3://reel/../x', 's3://reel/x?geheim', 'https://geheim/x', 's3://'])
      assert.throws(
        () => openRepository(to, config),
        (error) =>
          error instanceof Error && /s3:\/\/bucket\/prefix/.test(error.message) && !/geheim/.test(error.message),
        to,
      );
    assert.throws(() => openRepository('s3://reel', config), /need a prefix/);
    for (const folder of ['', 'files', 'files/x', 'files-held', 'database/x', 'journal'])
      assert.throws(() => openRepository(join(config.dataDir, folder), config), /outside of DATA_DIR/, folder);
    assert.equal(openRepository('s3://reel/a/b/', config).title, 's3://reel/a/b');
    assert.throws(() => openRepository('s3://other/a', { ...config, s3: null }), /set BACKUP_S3_ENDPOINT/);
  });
});

describe('encrypted objects', async () => {
  const seal = await sealOf('correct horse battery', 'salt');
  const all = async (bytes: AsyncIterable<Buffer>): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    for await (const piece of bytes) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const frame = 1024 * 1024 + 16;
  const plain = randomBytes(2 * 1024 * 1024 + 5);
  const sealed = await all(seal.close('a', once(plain)));

  test('an object of any size comes back, and its stored size is known before', async () => {
    for (const size of [0, 1, 1024 * 1024 - 1, 1024 * 1024, 1024 * 1024 + 1, plain.length]) {
      const closed = await all(seal.close('a', once(plain.subarray(0, size))));
      assert.equal(closed.length, seal.sizeOf(size));
      assert.ok((await all(seal.open('a', once(closed)))).equals(plain.subarray(0, size)), String(size));
    }
    assert.ok(!sealed.includes(plain.subarray(0, 16)));
  });

  test('an object that was changed, cut off, reordered or renamed is refused', async () => {
    const changed = Buffer.from(sealed);
    changed[100] = (changed[100] ?? 0) ^ 1;
    const frames = [sealed.subarray(36, 36 + frame), sealed.subarray(36 + frame, 36 + 2 * frame)];
    const cases: [string, Buffer][] = [
      ['a', changed],
      ['b', sealed],
      ['a', sealed.subarray(0, -1)],
      ['a', sealed.subarray(0, 36 + 2 * frame)],
      ['a', sealed.subarray(0, 36)],
      ['a', sealed.subarray(0, 10)],
      ['a', Buffer.alloc(0)],
      ['a', Buffer.concat([sealed, sealed.subarray(36)])],
      ['a', Buffer.concat([sealed.subarray(0, 36), ...frames.toReversed(), sealed.subarray(36 + 2 * frame)])],
    ];
    for (const [index, [name, bytes]] of cases.entries())
      await assert.rejects(all(seal.open(name, once(bytes))), /was changed or is damaged/, String(index));
  });

  test('another passphrase, and the same one of another installation, are other keys', async () => {
    const [otherWord, otherSalt] = [
      await sealOf('Correct horse battery', 'salt'),
      await sealOf('correct horse battery', 'b'),
    ];
    assert.equal(new Set([seal.id, otherWord.id, otherSalt.id]).size, 3);
    await assert.rejects(all(otherWord.open('a', once(sealed))), /passphrase is another one/);
  });

  test('pieces have one size however the bytes arrive', async () => {
    async function* bytes(): AsyncGenerator<Buffer> {
      for (const part of ['a', 'bcdefg', '', 'hi']) yield Buffer.from(part);
    }
    const pieces = [];
    for await (const { piece, isLast } of inPieces(bytes(), 3)) pieces.push([piece.toString(), isLast]);
    assert.deepEqual(pieces, [
      ['abc', false],
      ['def', false],
      ['ghi', true],
    ]);
    assert.equal(await text(seal.open('e', seal.close('e', once(Buffer.alloc(0))))), '');
  });
});
