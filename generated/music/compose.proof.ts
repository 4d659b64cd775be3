import { test } from 'vitest';
import { moods } from './mood.ts';
import { checkMusic } from './testing-music.ts';

for (const mood of moods.keys())
  test(`${mood} music of 14 and of 45 seconds has its loudness and its length`, () => {
    for (const seconds of [14, 45]) checkMusic(mood, { seconds });
  });
