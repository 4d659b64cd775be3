/** Cached facts about files, by their content, so that the next render of a project reads none of them again. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { MediaFacts } from '../ffmpeg/media.ts';
import type { Size } from '../layout/index.ts';

const sideOf = z.number().int().positive();
const sizeShape = z.object({ width: sideOf, height: sideOf });
const mediaShape = z.object({
  demuxer: z.enum(['mov', 'matroska', 'mp3', 'wav', 'ogg', 'flac', 'aac']),
  seconds: z.number().nullable(),
  sounds: z.number().int(),
  video: sizeShape
    .extend({
      codec: z.string(),
      picture: z.object({
        pixelRatio: z.number(),
        transfer: z.string().nullable(),
        matrix: z.string().nullable(),
      }),
    })
    .nullable(),
});

/** Facts of usable files, in a folder that several renders may share. Other files are checked each time. */
export class KeptFacts {
  readonly #dir: string;
  readonly #reader: string;

  /** `reader` names the program that reads the files; its next version reads them again. */
  constructor(dir: string, reader: string) {
    this.#dir = join(dir, 'facts');
    this.#reader = reader;
  }

  /** The size of the picture with this content, from `read` if unknown. */
  picture(hash: string, read: () => Promise<Size>): Promise<Size> {
    return this.#known(sizeShape, { name: `${hash}.picture`, read });
  }

  /** The facts of the clip or sound with this content, from `read` if unknown. */
  media(hash: string, read: () => Promise<MediaFacts>): Promise<MediaFacts> {
    return this.#known(mediaShape, { name: `${hash}.media`, read });
  }

  async #known<Facts>(
    shape: z.ZodType<Facts>,
    { name, read }: { name: string; read: () => Promise<Facts> },
  ): Promise<Facts> {
    const path = join(this.#dir, name.slice(0, 2), `${name}.json`);
    const kept = z.object({ reader: z.literal(this.#reader), facts: shape }).safeParse(await jsonIn(path));
    if (kept.success) return kept.data.facts;
    const facts = await read();
    const fresh = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.part`;
    await mkdir(join(path, '..'), { recursive: true });
    try {
      await writeFile(fresh, JSON.stringify({ reader: this.#reader, facts }));
      await rename(fresh, path);
    } finally {
      await rm(fresh, { force: true });
    }
    return facts;
  }
}

async function jsonIn(path: string): Promise<unknown> {
  try {
    const json: unknown = JSON.parse(await readFile(path, 'utf8'));
    return json;
  } catch {
    return null; // not cached, just evicted, or truncated: it is read again
  }
}
