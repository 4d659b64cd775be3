/** One agency's flood of large pictures against another agency's small ones, with the web process of production. */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { anOwner, type TestPerson } from '#server/app/testing/people.ts';
import { callsTo } from '#server/app/testing/calls.ts';
import { withEmptyDatabase } from './own-database.ts';
import { end } from './publishing-stage.ts';
import { atMost, bytes, exactly, ms, quantile, reported, type Figure } from './table.ts';
import type { CrowdNews, CrowdOrder } from './uploads-crowd.ts';
import { openWeb, watchMemory } from './web-process.ts';

const floodSeconds = 45;
const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The next message from the crowd. */
const news = (crowd: ChildProcess): Promise<CrowdNews> =>
  new Promise((resolve) => {
    crowd.once('message', (message: CrowdNews) => {
      resolve(message);
    });
  });

/** How long each small upload of a person takes, one after the other; throws if one is not accepted. */
async function smallUploads({
  url,
  owner,
  until,
}: {
  url: string;
  owner: TestPerson;
  until: number;
}): Promise<number[]> {
  const { ask, upload } = callsTo(url, owner);
  const [stream] = await ask('content-stream', { type: 'image', title: 'Small', description: 'Small' });
  const small = await sharp({
    create: {
      width: 1080,
      height: 1080,
      channels: 3,
      background: '#369',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();
  const took: number[] = [];
  while (Date.now() < until) {
    const startedAt = performance.now();
    const reply = await upload(
      'stream',
      { content_stream_id: stream?.id ?? '' },
      { field: 'stream', name: 'small.jpg', bytes: small },
    );
    if (!reply.status) throw new Error(`a small upload was answered: ${reply.code} ${reply.message}`);
    took.push(performance.now() - startedAt);
    await sleep(250);
  }
  return took;
}

/** A flood of 45 s, with a small upload of another agency every quarter of a second. */
export function measure(): Promise<Figure[]> {
  return withEmptyDatabase(async ({ url: databaseUrl, open }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'agencyreel-uploads-'));
    const db = open();
    const [flooder, owner] = [
      await anOwner(db, { membership: 'unlimited' }),
      await anOwner(db, { membership: 'unlimited' }),
    ];
    const crowd = fork(fileOf('uploads-crowd.ts'));
    const made = await news(crowd);
    if ('made' in made) for (const line of made.made) console.log(line);
    const { web, url } = await openWeb(databaseUrl, dataDir);
    const memory = watchMemory(web.pid ?? 0);
    try {
      const calm = await smallUploads({ url, owner, until: Date.now() + 3000 });
      const [stream] = await callsTo(url, flooder).ask('content-stream', {
        type: 'image',
        title: 'Flood',
        description: 'Flood',
      });
      const until = Date.now() + floodSeconds * 1000;
      const order: CrowdOrder = { url, token: flooder.token, streamId: stream?.id ?? '', until };
      const answered = news(crowd);
      crowd.send(order);
      const took = await smallUploads({ url, owner, until });
      const told = await answered;
      const answers = 'answers' in told ? told.answers : {};
      return figuresOf({ calm, took, answers, memory: memory.most, processes: memory.processes() });
    } finally {
      memory.stop();
      crowd.kill('SIGKILL');
      await end(web);
      await db.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
}

type Seen = {
  calm: readonly number[];
  took: readonly number[];
  answers: Readonly<Record<number, number>>;
  memory: { together: number; own: number; children: number };
  processes: number;
};

function figuresOf({ calm, took, answers, memory, processes }: Seen): Figure[] {
  const others = Object.entries(answers).filter(([status]) => !['200', '429'].includes(status));
  return [
    atMost(
      'the slowest small upload while 120 large pictures of another agency are on their way',
      Math.max(...took),
      2000,
      ms,
    ),
    reported(
      'the same, p50 / p99 / p50 before',
      `${ms(quantile(took, 0.5))} / ${ms(quantile(took, 0.99))} / ${ms(quantile(calm, 0.5))}`,
    ),
    atMost('memory of the web process', memory.own, 600_000_000, bytes),
    reported(
      'memory of the process for large pictures / of both together / how many there were',
      `${bytes(memory.children)} / ${bytes(memory.together)} / ${processes}`,
    ),
    exactly(
      'large pictures neither taken nor asked to come again',
      others.reduce((sum, [, number]) => sum + number, 0),
      0,
    ),
    reported(
      `large pictures taken / asked to come again, in ${floodSeconds} s`,
      `${answers[200] ?? 0} / ${answers[429] ?? 0}`,
    ),
  ];
}
