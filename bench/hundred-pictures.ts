/** Uploads a hundred pictures of 4 MB to a stream, three at a time, as the page sends them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { numbered } from '#server/base/media/testing-pictures.ts';
import { callsTo } from '#server/app/testing/calls.ts';
import { anOwner } from '#server/app/testing/people.ts';
import { withEmptyDatabase } from './own-database.ts';
import { end } from './publishing-stage.ts';
import { atMost, bytes, exactly, ms, quantile, reported, type Figure } from './table.ts';
import { memoryNow, openWeb, watchMemory } from './web-process.ts';

const [pictures, atOnce] = [100, 3];

/** A photo of 12 million px with so much noise that its JPEG has about 4 MB. */
async function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const small = { width: 2000, height: 1500, channels: 3 as const, background: '#c96', noise };
  const pixels = await sharp({ create: small }).resize(4000, 3000).raw().toBuffer({ resolveWithObject: true });
  let best = Buffer.alloc(0);
  for (const quality of [70, 75, 80, 84, 87, 90, 92, 94]) {
    const jpeg = await sharp(pixels.data, { raw: pixels.info }).jpeg({ quality }).toBuffer();
    if (jpeg.length > 4_000_000) break;
    best = jpeg;
  }
  return best;
}

/** Sends all of them and counts the items that have their thumbnail. */
export function measure(): Promise<Figure[]> {
  return withEmptyDatabase(async ({ url: databaseUrl, open }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'agencyreel-pictures-'));
    const db = open();
    const owner = await anOwner(db, { membership: 'unlimited' });
    const jpeg = await photo();
    const { web, url } = await openWeb(databaseUrl, dataDir);
    const atRest = memoryNow(web.pid ?? 0);
    const memory = watchMemory(web.pid ?? 0);
    try {
      const { ask, upload } = callsTo(url, owner);
      const [stream] = await ask('content-stream', { type: 'image', title: 'Year', description: 'A year' });
      const streamId = stream?.id ?? '';
      const loadBefore = loadavg()[0] ?? 0;
      const took: number[] = [];
      let next = 0;
      const startedAt = performance.now();
      const send = async (): Promise<void> => {
        for (let number = (next += 1); number <= pictures; number = next += 1) {
          const sentAt = performance.now();
          const reply = await upload(
            'stream',
            { content_stream_id: streamId, sequence: String(number) },
            { field: 'stream', name: `picture-${number}.jpg`, bytes: numbered(jpeg, number) },
          );
          if (!reply.status) throw new Error(`picture ${number} was answered: ${reply.code} ${reply.message}`);
          took.push(performance.now() - sentAt);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, send));
      const wholeMs = performance.now() - startedAt;
      const { items } = await ask('fetch-stream', { id: streamId });
      const { together, own } = memory.most;
      return [
        atMost(`${pictures} pictures of ${bytes(jpeg.length)} uploaded, each with its thumbnail`, wholeMs, 60_000, ms),
        exactly('of them with a thumbnail', items.filter(({ thumbnail }) => thumbnail !== null).length, pictures),
        atMost('memory of the web process and what it starts', together, 400_000_000, bytes),
        reported('of that the web process itself, and at rest before', `${bytes(own)} / ${bytes(atRest)}`),
        reported('one picture, p50 / p95', `${ms(quantile(took, 0.5))} / ${ms(quantile(took, 0.95))}`),
        reported('processes that wanted a core, before / at the end', `${loadBefore} / ${loadavg()[0] ?? 0}`),
      ];
    } finally {
      memory.stop();
      await end(web);
      await db.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
}
