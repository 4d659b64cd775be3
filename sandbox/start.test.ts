import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'vitest';
import { isJson, parseJson, text } from './json.ts';
import { startSandbox } from './start.ts';
import { aSandbox, ask, keys, png, posted } from './testing.ts';

async function aFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-test-'));
  t.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function aProcess(t: TestContext, dataDir: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, SANDBOX_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  t.onTestFinished(() => void child.kill('SIGKILL'));
  if (!child.stdout) throw new Error('no output');
  const line: unknown[] = await once(createInterface(child.stdout), 'line');
  const ready = parseJson(text(line[0]));
  return { child, url: isJson(ready) ? text(ready['url']) : '' };
}

test('acknowledged posts survive kill -9, and ids continue from them', async (t) => {
  const folder = await aFolder(t);
  const first = await aProcess(t, folder);
  const send = (url: string, n: number) =>
    ask(`${url}/telegram/bot${keys.sunrise}/sendMessage`, posted({ chat_id: '@sunrise_bakery', text: `message ${n}` }));
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => send(first.url, n)));
  assert.ok(answers.every((each) => each.status === 200));
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  await appendFile(join(folder, 'journal.jsonl'), '{"kind":"post","po');
  const second = await aProcess(t, folder);
  const { body } = await ask(`${second.url}/control/feeds`);
  assert.equal(Array.isArray(body['posts']) && body['posts'].length, 50);
  const next = await send(second.url, 51);
  assert.equal(isJson(next.body['result']) && next.body['result']['message_id'], 51);
});

test('the process ends when its parent disconnects from it', async (t) => {
  const { child } = await aProcess(t, await aFolder(t));
  child.disconnect();
  const exit: unknown[] = await once(child, 'exit');
  assert.equal(exit[0], 0);
});

test('media, mails and drafts survive a restart; a reset deletes them', async (t) => {
  const dataDir = await aFolder(t);
  const first = await startSandbox({ port: 0, smtpPort: 0, dataDir });
  const form = new FormData();
  form.set('chat_id', '@sunrise_bakery');
  form.set('photo', new Blob([new Uint8Array(png(5, 5))]), 'a.png');
  await ask(`${first.telegramApiUrl}/bot${keys.sunrise}/sendPhoto`, { method: 'POST', body: form });
  await ask(
    `${first.wordpressUrl}/sunrise-blog/wp-json/wp/v2/posts`,
    posted({ title: 'Draft' }, { authorization: keys.editor }),
  );
  await first.stop();
  const second = await aSandbox(t, { dataDir });
  assert.equal(second.state.posts.size, 2);
  const name = second.state.posts.get('telegram/-1001000000001/1')?.media[0]?.name;
  assert.equal((await fetch(`${second.url}/files/${name}`)).status, 200);
  await ask(`${second.controlUrl}/reset`, posted({}));
  assert.equal(second.state.posts.size, 0);
  assert.equal((await ask(`${second.telegramApiUrl}/bot${keys.sunrise}/getMe`)).status, 200);
});

test('bench seeds make bots with a channel each', async (t) => {
  const sandbox = await aSandbox(t);
  const made = await ask(`${sandbox.controlUrl}/seed`, posted({ bench: 100 }));
  assert.equal(made.body['bots'], 105);
  const sent = await ask(
    `${sandbox.telegramApiUrl}/bot9000000100:AA${'100'.padStart(33, '0')}/sendMessage`,
    posted({ chat_id: '@bench_100', text: 'x' }),
  );
  assert.equal(sent.status, 200);
});

test('latency delays the networks, not the page', async (t) => {
  const sandbox = await aSandbox(t);
  await ask(`${sandbox.controlUrl}/latency`, posted({ ms: 1000 }));
  const began = performance.now();
  const network = ask(`${sandbox.telegramApiUrl}/bot${keys.sunrise}/getMe`).then(() => 'network');
  assert.equal(await Promise.race([network, fetch(sandbox.url).then(() => 'page')]), 'page');
  await network;
  assert.ok(performance.now() - began >= 995);
});

test('control calls are closed to callers behind a proxy', async (t) => {
  const sandbox = await aSandbox(t);
  for (const headers of [{ 'x-forwarded-for': '203.0.113.7' }, { via: '1.1 somebody' }])
    assert.equal((await ask(`${sandbox.controlUrl}/feeds`, { headers })).status, 403);
});

test('a page of another host that changes its DNS entry to this machine reads nothing', async (t) => {
  const sandbox = await aSandbox(t);
  const { port } = new URL(sandbox.url);
  const statusFor = (host: string, path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(sandbox.url + path, { headers: { host } }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
  for (const path of ['/', '/control/mails', '/news.json?tab=mail', '/telegram/bot1/getMe', '/files/x.png']) {
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '127.evil.example',
    ])
      assert.equal(await statusFor(host, path), 421, `${path} at ${host}`);
  }
  for (const host of [`localhost:${port}`, '127.0.0.1', 'LOCALHOST', `[::1]:${port}`])
    assert.equal(await statusFor(host, '/'), 200, host);
});
