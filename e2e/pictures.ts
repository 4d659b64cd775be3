import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import sharp from 'sharp';

/** Files of pictures that can be told apart, `number` of them in the given order; gone with the test. */
export async function somePictures(number: number): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'agencyreel-pictures-'));
  after(() => {
    rmSync(dir, { recursive: true, force: true });
  });
  return Promise.all(
    Array.from({ length: number }, async (_, index) => {
      const file = join(dir, `picture-${index + 1}.jpg`);
      await sharp({
        create: {
          width: 640,
          height: 480,
          channels: 3,
          background: { r: 40 + index * 60, g: 120, b: 200 - index * 50 },
        },
      })
        .jpeg()
        .toFile(file);
      return file;
    }),
  );
}
