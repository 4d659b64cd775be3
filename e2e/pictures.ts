import { test } from '@playwright/test';
import sharp from 'sharp';

/** Files of pictures that can be told apart, `number` of them in the given order, in the output folder of the test. */
export async function somePictures(number: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: number }, async (_, index) => {
      const file = test.info().outputPath(`picture-${index + 1}.jpg`);
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
