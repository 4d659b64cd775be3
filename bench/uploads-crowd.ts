/** The crowd of `uploads.ts` in its own process: one agency's large pictures, 120 under way at any time. */
import { setTimeout as sleep } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { z } from 'zod';
import { numbered } from '#server/base/media/testing-pictures.ts';

/** The message to the crowd: where to send pictures, and until when (ms since 1970). */
export type CrowdOrder = { url: string; token: string; streamId: string; until: number };

/** The messages from the crowd: that its pictures are made; then its responses, counted by status. */
export type CrowdNews = { made: readonly string[] } | { answers: Readonly<Record<number, number>> };

const atOnce = 120;
const flat = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#c96' } });

/** As detailed as a photo: smooth with some noise, as large a file as a stream accepts. */
function photo(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 9 } as const;
  return sharp({ create: { width: width / 4, height: height / 4, channels: 3, background: '#c96', noise } }).resize(
    width,
    height,
  );
}

const kinds: Readonly<Record<string, () => Sharp>> = {
  'PNG of 50 million px': () => flat(10_000, 5000).png(),
  'interlaced PNG of 50 million px': () => flat(10_000, 5000).png({ progressive: true }),
  'JPEG of 48 million px': () => photo(8000, 6000).jpeg({ quality: 70 }),
  'JPEG of 48 million px with notes, to be turned': () =>
    photo(8000, 6000).jpeg({ quality: 70 }).withMetadata({ orientation: 6 }),
  'progressive JPEG of 48 million px': () => photo(8000, 6000).jpeg({ quality: 60, progressive: true }),
  'JPEG of 12 million px with notes': () => photo(4000, 3000).jpeg({ quality: 90 }).withMetadata({ orientation: 3 }),
};

const order = z.object({ url: z.string(), token: z.string(), streamId: z.string(), until: z.number() });
const answers: Record<number, number> = {};
let sent = 0;

/** Sends one picture after the other, each with other bytes, and retries later when asked to. */
async function sender({ url, token, streamId, until }: CrowdOrder, pictures: readonly Buffer[]): Promise<void> {
  for (let index = 0; Date.now() < until; index += 1) {
    const form = new FormData();
    form.append('content_stream_id', streamId);
    const picture = pictures[index % pictures.length];
    if (picture === undefined) throw new Error('a crowd without pictures');
    const bytes = numbered(picture, (sent += 1));
    form.append('stream', new Blob([new Uint8Array(bytes)]), bytes[0] === 0xff ? 'large.jpg' : 'large.png');
    const reply = await fetch(`${url}/api/stream`, {
      method: 'POST',
      headers: { authorization: token },
      body: form,
      signal: AbortSignal.timeout(120_000),
    })
      .then((response) => ({ status: response.status, waitSeconds: Number(response.headers.get('retry-after') ?? 0) }))
      .catch(() => ({ status: 0, waitSeconds: 1 }));
    answers[reply.status] = (answers[reply.status] ?? 0) + 1;
    await sleep(Math.min(1000 * reply.waitSeconds, Math.max(0, until - Date.now())));
  }
}

const pictures = new Map<string, Buffer>();
for (const [name, make] of Object.entries(kinds)) pictures.set(name, await make().toBuffer());
const tell = (news: CrowdNews): void => {
  process.send?.(news);
};
tell({ made: [...pictures].map(([name, { length }]) => `${name}: ${Math.round(length / 1000)} kB`) });
process.once('message', (message) => {
  const given = order.parse(message);
  const all = [...pictures.values()];
  const senders = Array.from({ length: atOnce }, (_, first) =>
    sender(given, [...all.slice(first % all.length), ...all.slice(0, first % all.length)]),
  );
  setTimeout(
    () => {
      tell({ answers });
    },
    given.until - Date.now() + 500,
  );
  void Promise.all(senders);
});
process.once('disconnect', () => process.exit(0));
