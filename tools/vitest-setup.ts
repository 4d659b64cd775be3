/** Runs in a worker of Vitest before each test file: one worker runs many files, and none may see what another set. */
import { afterAll, onTestFinished, TestRunner, vi } from 'vitest';
import { pinFfmpeg } from '#render/ffmpeg/find.ts';
import { setRegister, type CleanUp } from '#db/testing-ends.ts';
import { checkAnswer } from './declared-rows/check.ts';
import { watchAnswers } from './declared-rows/watch.ts';

const ends: CleanUp[] = [];

watchAnswers(checkAnswer);
pinFfmpeg();

setRegister((cleanUp) => {
  if (TestRunner.getCurrentTest() === undefined) ends.push(cleanUp);
  else
    onTestFinished(async () => {
      await cleanUp();
    });
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
  vi.useRealTimers();
});
