/** The speech of a tutorial: its captions, spoken by a built-in voice at their times. */
import { writeFileSync } from 'node:fs';
import { embeddedVoices } from '#sources/voices/embedded.ts';
import { pcmOf, wavOf, type Pcm } from '#sources/voices/wav.ts';

/** A caption as sound. */
export type Speech = Pcm & { seconds: number };

const voice = 'flite:slt';

/** Speaks the captions in order; `dir` is for temporary files. Throws if one cannot be spoken. */
export async function speak(captions: readonly string[], dir: string): Promise<Speech[]> {
  const voices = embeddedVoices({ tempDir: dir });
  const speeches: Speech[] = [];
  for (const text of captions) {
    const said = await voices.speak({ text, voice, signal: new AbortController().signal });
    const pcm = said.kind === 'spoken' ? pcmOf(said.wav) : null;
    if (said.kind !== 'spoken' || pcm === null) throw new Error(`“${text}” could not be spoken`);
    speeches.push({ ...pcm, seconds: said.seconds });
  }
  return speeches;
}

/** Puts the speeches at their `starts` in silence of the tutorial's length. */
export function soundOf(
  speeches: readonly Speech[],
  { starts, seconds }: { starts: readonly number[]; seconds: number },
): Pcm {
  const rate = speeches[0]?.rate ?? 16_000;
  const samples = new Int16Array(Math.round(seconds * rate));
  for (const [index, speech] of speeches.entries()) {
    if (speech.rate !== rate) throw new Error('the speeches differ in their rates');
    samples.set(speech.samples, Math.round((starts[index] ?? 0) * rate));
  }
  return { samples, rate };
}

/** Writes the sound of a tutorial; returns its path. */
export function writeSound(path: string, sound: Pcm): string {
  writeFileSync(path, wavOf(sound));
  return path;
}
