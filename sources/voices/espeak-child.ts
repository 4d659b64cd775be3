/**
 * A separate program that speaks with eSpeak NG (GPL-3.0). Standard input: JSON `{text, voice}`; standard output: WAV.
 * The product never imports it.
 */
import { text as readAll } from 'node:stream/consumers';
import loadEngine from '@echogarden/espeak-ng-emscripten';
import { z } from 'zod';
import { wavOf } from './wav.ts';

const { text, voice } = z
  .object({ text: z.string(), voice: z.string() })
  .parse(JSON.parse(await readAll(process.stdin)));
const { eSpeakNGWorker: Worker } = await loadEngine();
const engine = new Worker();
engine.set_voice(voice);
engine.set_rate(160);
const parts: Int16Array[] = [];
engine.synthesize(text, (samples) => {
  // A copy, because the engine overwrites its memory with the next part.
  if (samples !== null) parts.push(Int16Array.from(samples));
});
const whole = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
let at = 0;
for (const part of parts) {
  whole.set(part, at);
  at += part.length;
}
process.stdout.write(wavOf({ samples: whole, rate: 22_050 }));
