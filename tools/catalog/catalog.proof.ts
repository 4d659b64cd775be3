import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { aServer } from '#server/app/testing/server.ts';
import { hashOfAll, makeCatalog } from './make.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const slide = { picture: 'gradient.mint.0000a001', seconds: 1, transition: 'none', position: 'center' };
const short = (title: string) => ({
  title,
  caption: `Why ${title}?`,
  ratio: '1:1',
  music: 'calm.0000a001.4',
  slides: [{ ...slide, text: title, say: title === 'Two' ? 'Two.' : '' }],
});

/** A server whose operator has added a stream of two short videos. */
async function aCatalog() {
  const dataDir = mkdtempSync(join(tmpdir(), 'catalog-'));
  folders.push(dataDir);
  const own = join(dataDir, 'upgrades');
  mkdirSync(join(own, 'short'), { recursive: true });
  writeFileSync(join(own, 'short', '1-one.json'), JSON.stringify(short('One')));
  writeFileSync(join(own, 'short', '2-two.json'), JSON.stringify(short('Two')));
  const materials = [{ id: 'short-videos', title: 'Short videos', source: 'short', makes: 'video stream' }];
  writeFileSync(
    join(own, 'manifest.json'),
    JSON.stringify({ panels: [{ name: 'premade-streams', materials }], withdrawn: [] }),
  );
  const server = await aServer({ config: { dataDir } });
  await server.db.pool.query(`update users set membership = 'dfy__unlimited' where id = $1`, [server.owner.id]);
  return server;
}

const part = ['client-contract', 'magnet-profile-check', 'vip-calendar', 'short-videos'];

test('making a part of the catalogue is reproducible, resumes, and its videos are installed', async () => {
  const [one, other] = [await aCatalog(), await aCatalog()];
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const install = () => one.ask('install-premade-stream', { id: 'short-videos' });

  assert.deepEqual(await install(), { content_stream_id: null });
  const begun = await makeCatalog(one.services, { only: ['client-contract'], say });
  const whole = await makeCatalog(one.services, { only: part, say });
  assert.equal(lines.filter((line) => line.includes('there already')).length, begun.length);
  assert.deepEqual(
    whole.map(({ id }) => id),
    ['vip-calendar', ...begun.map(({ id }) => id), 'magnet-profile-check', 'short-videos.1-one', 'short-videos.2-two'],
  );
  const again = await makeCatalog(other.services, { only: part, say });
  assert.deepEqual(again, whole);
  assert.equal(hashOfAll(again), hashOfAll(whole));
  await assert.rejects(makeCatalog(one.services, { only: ['nowhere'], say }), /no panel and no material nowhere/);

  const { panels } = await one.ask('fetch-upgrades', {});
  const premade = panels.find(({ name }) => name === 'premade-streams');
  const shown = premade?.streams.find(({ id }) => id === 'short-videos');
  assert.deepEqual([shown?.state, shown?.percent, shown?.items, premade?.materials], ['ready', 100, 2, []]);
  const [first, second] = [await install(), await install()];
  assert.notEqual(first.content_stream_id, second.content_stream_id);
  for (const { content_stream_id: id } of [first, second]) {
    const { items } = await one.ask('fetch-stream', { id: id ?? '' });
    assert.deepEqual(
      items.map(({ title, description }) => [title, description]),
      [
        ['One', 'Why One?'],
        ['Two', 'Why Two?'],
      ],
    );
  }
  const kept = await one.db.pool.query(`select 1 from files where kind = 'video' and deleted_at is null`);
  assert.equal(kept.rows.length, 2);
  await assert.rejects(one.ask('install-premade-stream', { id: 'cold-mails' }), /404|not/i);
  await assert.rejects(one.ask('open-upgrade', { id: 'short-videos' }), /404|not/i);
});
