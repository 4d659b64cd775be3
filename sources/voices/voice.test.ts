import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { embeddedVoices } from './embedded.ts';
import type { Speech, VoiceSource } from './voice.ts';
import { pcmOf, tidied, wavOf } from './wav.ts';

let tempDir: string;
let source: VoiceSource;

beforeAll(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'voice-test-'));
  source = embeddedVoices({ tempDir });
});
afterAll(() => rm(tempDir, { recursive: true }));

async function spoken(text: string, voice: string): Promise<Speech> {
  const speech = await source.speak({ text, voice });
  assert.ok(speech.kind === 'spoken', JSON.stringify(speech));
  return speech;
}

describe('embedded voices', () => {
  test('the embedded voices speak American English first, and about a hundred languages', async () => {
    const languages = await source.languages();
    assert.deepEqual(languages[0], { code: 'en-US', name: 'American English' });
    assert.ok(languages.length > 90);
    for (const { code } of languages) {
      const genders = (await source.voices(code)).map(({ gender }) => gender);
      assert.ok(genders.includes('Female') && genders.includes('Male'), code);
    }
    assert.deepEqual(await source.voices('tlh'), []);
  });

  for (const { voice, text } of [
    { voice: 'flite:slt', text: 'Grow your agency — with “content” that sells, naïve café.' },
    { voice: 'espeak:de', text: 'Schöne Grüße aus Köln, über alle Länder hinweg.' },
    { voice: 'espeak:en-us+f2', text: 'Grow your agency with content that sells.' },
    { voice: 'espeak:ar', text: 'مرحبا بالعالم، كيف حالكم اليوم' },
  ]) {
    test(`${voice} says a sentence in one to eight seconds, without silent ends`, async () => {
      const { wav, seconds } = await spoken(text, voice);
      assert.ok(seconds > 1 && seconds < 8, `${seconds} s`);
      const pcm = pcmOf(wav);
      assert.ok(pcm && Math.abs(pcm.samples.length / pcm.rate - seconds) < 0.001);
      const loudest = Math.max(...pcm.samples.slice(0, pcm.rate / 10).map(Math.abs));
      assert.ok(loudest > 300, 'begins at once');
      // In noise, neighbouring samples differ by more than their size.
      const steps = pcm.samples.reduce((sum, sample, at) => sum + Math.abs(sample - (pcm.samples[at - 1] ?? 0)), 0);
      assert.ok(steps < 0.8 * pcm.samples.reduce((sum, sample) => sum + Math.abs(sample), 0), 'is no noise');
    });
  }

  test('a longer text takes longer, and the folder of a speech is removed', async () => {
    const [short, long] = [
      await spoken('One.', 'flite:slt'),
      await spoken('One two three four five six seven.', 'flite:slt'),
    ];
    assert.ok(long.seconds > short.seconds * 2);
    assert.deepEqual(await readdir(tempDir), []);
  });

  for (const { wish, reason } of [
    { wish: { text: '  ', voice: 'flite:slt' }, reason: 'there is nothing to say' },
    {
      wish: { text: 'a'.repeat(5_001), voice: 'flite:slt' },
      reason: 'a text of more than 5000 characters is too long',
    },
    { wish: { text: 'Hello', voice: 'flite:../../x' }, reason: 'this voice is not there' },
    { wish: { text: '漢字', voice: 'flite:slt' }, reason: 'this voice has no sound for this text' },
  ]) {
    test(`there is no speech if ${reason}`, async () => {
      assert.deepEqual(await source.speak(wish), { kind: 'not-spoken', reason });
    });
  }

  test('a speech ends once its request is aborted', async () => {
    const stop = new AbortController();
    const speech = source.speak({ text: 'word '.repeat(900), voice: 'flite:slt', signal: stop.signal });
    stop.abort(new Error('no longer wanted'));
    await assert.rejects(speech, /no longer wanted/);
    assert.deepEqual(await readdir(tempDir), []);
  });
});

describe('preparing a speech', () => {
  test('a speech keeps its samples as WAV', () => {
    const samples = Int16Array.from([0, 1, -1, 32_767, -32_768]);
    assert.deepEqual(pcmOf(wavOf({ samples, rate: 16_000 })), { samples, rate: 16_000 });
  });

  test('a speech loses all but 30 ms of its silent ends, and gets a common level', () => {
    const tone = (level: number): Int16Array =>
      Int16Array.from({ length: 30_000 }, (_, at) => (at < 10_000 || at >= 20_000 ? 0 : level * Math.sin(at / 5)));
    for (const level of [1_000, 12_000, 32_000]) {
      const tidy = tidied({ samples: tone(level), rate: 10_000 });
      assert.ok(tidy && Math.abs(tidy.samples.length - 10_600) < 20);
      const mean = Math.sqrt(tidy.samples.reduce((sum, sample) => sum + sample * sample, 0) / 10_000) / 32_768;
      assert.ok(mean > 0.1 && mean < 0.13, `${level}: ${mean}`);
    }
    assert.equal(tidied({ samples: new Int16Array(1_000), rate: 10_000 }), null);
  });
});
