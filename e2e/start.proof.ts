import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { freePort } from '../tools/free-port.ts';
import { test } from './fixtures.ts';
import { owner } from './product.ts';
import { waitForValue } from './wait-for-value.ts';

const main = fileURLToPath(new URL('../server/main.ts', import.meta.url));
const admin = fileURLToPath(new URL('../server/admin.ts', import.meta.url));
const replyShape = z.object({ status: z.boolean(), message: z.string(), data: z.unknown() });

type Running = { child: ChildProcess; output(): string };

/** Runs `npm start` on a data directory and port of its own. */
const start = (settings: Record<string, string>): Running => run(main, settings);

function run(program: string, settings: Record<string, string>, args: readonly string[] = []): Running {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString();
    });
  return { child, output: () => output };
}

async function call(url: string, name: string, input: unknown, token = ''): Promise<z.output<typeof replyShape>> {
  const answer = await fetch(`${url}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(input),
  });
  return replyShape.parse(await answer.json());
}

const isReady = ({ child, output }: Running) =>
  waitForValue(
    'the start says that it is ready',
    async () => {
      if (child.exitCode !== null) throw new Error(`it ended: ${output()}`);
      return output().includes('AgencyReel is ready');
    },
    300,
  );

async function ended({ child, output }: Running): Promise<{ code: number | null; output: string }> {
  const [code] = z.tuple([z.number().nullable(), z.unknown()]).parse(await once(child, 'close'));
  return { code, output: output() };
}

/** The process id of the database server on a data directory, as the server wrote it down; '' while there is none. */
function postmasterOf(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, 'database/cluster/postmaster.pid'), 'utf8').split('\n', 1)[0] ?? '';
  } catch {
    return '';
  }
}

async function stop({ child }: Running, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
  return child.exitCode;
}

test('The product starts with a sample, survives kill -9 and a database crash, and ends cleanly on Ctrl-C', async ({
  host,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'agencyreel-start-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  // An address that an operator has set: nothing listens there, and the sample must do without it.
  const settings = { PORT: String(port), DATA_DIR: dataDir, MEDIUM_API_URL: 'http://127.0.0.1:9' };
  let running = start(settings);
  host.atEnd(async () => {
    if (running.child.exitCode === null && running.child.signalCode === null) await stop(running, 'SIGINT');
    rmSync(dataDir, { recursive: true, force: true });
  });
  await isReady(running);
  assert.match(running.output(), /^MEDIUM_API_URL is set, so medium is not the sandbox: the sample leaves it out\.$/m);

  const signedIn = z.object({ token: z.string() });
  const { token } = signedIn.parse((await call(url, 'login', owner)).data);
  const added = {
    name: 'Kept Client',
    email: 'kept@client.test',
    password: 'Client&Pass1!',
    earning: 1,
    frequency: 'weekly',
  };
  const addition = await call(url, 'add-app-client', added, token);
  assert.equal(addition.status, true);
  const feedPage = await fetch(`${url}/sandbox/`);
  assert.equal(feedPage.status, 200);
  const control = await fetch(`${url}/sandbox/control/feeds`);
  assert.equal(control.status, 404, 'the control calls stay inside');

  await stop(running, 'SIGKILL');
  running = start(settings);
  await isReady(running);
  const found = z
    .object({ items: z.array(z.object({ name: z.string(), is_sample: z.boolean() })) })
    .parse((await call(url, 'fetch-app-client', {}, token)).data);
  assert.deepEqual(
    found.items.filter((client) => !client.is_sample).map((client) => client.name),
    ['Kept Client'],
  );
  assert.equal(found.items.filter((client) => client.is_sample).length, 2, 'the sample is made once');

  const refused = async () => {
    const second = await ended(start({ ...settings, PORT: String(await freePort()) }));
    assert.match(second.output, /^AgencyReel: AgencyReel already runs on DATA_DIR .*\n$/);
    assert.equal(second.code, 1);
  };
  await refused();

  const crashed = postmasterOf(dataDir);
  process.kill(Number(crashed), 'SIGKILL');
  const recovered = await waitForValue('the database is back', async () => {
    const answer = await call(url, 'fetch-app-client', {}, token).catch(() => null);
    return answer?.status === true && postmasterOf(dataDir) !== crashed ? postmasterOf(dataDir) : null;
  });
  const listed = await ended(run(admin, { ...settings }, ['list-owners']));
  assert.deepEqual([listed.code, listed.output.split('\t')[0]], [0, owner.email]);
  assert.equal(postmasterOf(dataDir), recovered, 'the operator command leaves the running database alone');
  const clients = await call(url, 'fetch-app-client', {}, token);
  assert.equal(clients.status, true);
  await refused();

  const exitCode = await stop(running, 'SIGINT');
  assert.equal(exitCode, 0);
  await assert.rejects(fetch(url), 'nothing listens any more');
});
