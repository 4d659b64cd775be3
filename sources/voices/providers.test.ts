/** Voices besides the embedded ones: Amazon Polly and OpenAI against their sandboxes, and a folder of models. */
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { openHttp } from '../../outbound/request.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { folderVoices } from './model-folder.ts';
import { openAiVoices } from './openai.ts';
import { pollyVoices } from './polly.ts';
import { partsOf } from './remote-speech.ts';
import type { VoiceSource } from './voice.ts';

const sandbox = await startSandbox({ port: 0, smtpPort: 0 });
const http = openHttp({ allowPrivateHosts: [] });
const dir = await mkdtemp(join(tmpdir(), 'voices-'));
afterAll(async () => {
  await http.close();
  await sandbox.stop();
  await rm(dir, { recursive: true });
});

const polly = (more: { accessKeyId?: string; secretAccessKey?: string; baseUrl?: string } = {}) =>
  pollyVoices({
    http,
    baseUrl: `${sandbox.url}/polly`,
    region: 'eu-central-1',
    accessKeyId: 'AKIASANDBOX',
    secretAccessKey: 'sandbox-polly-secret',
    ...more,
  });
const openAi = (more: { key?: string; model?: string } = {}) =>
  openAiVoices({ http, baseUrl: sandbox.openaiApiUrl, key: 'sk-test', model: 'gpt-4o-mini-tts', ...more });

async function secondsOf(source: VoiceSource, voice: string, text: string): Promise<number> {
  const speech = await source.speak({ text, voice });
  assert.ok(speech.kind === 'spoken', JSON.stringify(speech));
  return speech.seconds;
}
async function reasonOf(source: VoiceSource, voice: string, text = 'Hello'): Promise<string> {
  const speech = await source.speak({ text, voice });
  return speech.kind === 'spoken' ? 'spoken' : speech.reason;
}

test('Polly’s voices come from all pages of its list, each with an engine it has', async () => {
  const source = polly();
  assert.deepEqual(
    (await source.voices('en-US')).map(({ id }) => id),
    ['polly:Joanna:neural:en-US', 'polly:Matthew:neural:en-US'],
  );
  assert.deepEqual(
    (await source.voices('arb')).map(({ id, name }) => `${id} ${name}`),
    ['polly:Zeina:standard:arb Zeina, Amazon Polly standard'],
  );
  assert.deepEqual(
    (await source.voices('hi-IN')).map(({ id }) => id),
    ['polly:Aditi:standard:hi-IN'],
    'a voice of two languages',
  );
  assert.ok((await source.languages()).some(({ code }) => code === 'en-IN'));
});

test('a long text is spoken in parts that are joined', async () => {
  const sentence = 'Nobody plans a month of posts by hand any more. ';
  const [short, long] = [sentence.trim(), sentence.repeat(90).trim()];
  for (const [source, voice] of [
    [polly(), 'polly:Joanna:neural:en-US'],
    [openAi(), 'openai:coral'],
  ] as const) {
    assert.ok(Math.abs((await secondsOf(source, voice, short)) - short.length * 0.06) < 0.1);
    assert.ok(Math.abs((await secondsOf(source, voice, long)) - long.length * 0.06) < 2);
  }
});

test('parts of a text end where sentences or words end, and together contain all of it', () => {
  const parts = partsOf(`${'One two three. '.repeat(10)}end`, 40);
  assert.ok(parts.every((part) => part.length <= 40 && /(\.|end)$/.test(part)));
  assert.deepEqual(partsOf('x'.repeat(95), 40), ['x'.repeat(40), 'x'.repeat(40), 'x'.repeat(15)]);
  assert.equal(partsOf('🙂'.repeat(50), 33).join(''), '🙂'.repeat(50));
  assert.deepEqual(partsOf('  \n ', 40), []);
});

test('a vendor’s refusal is reported in plain words', async () => {
  const voice = 'polly:Joanna:neural:en-US';
  const secret = { secretAccessKey: 'wrong' };
  assert.equal(await reasonOf(polly(secret), voice), 'Amazon Polly does not accept the key.');
  assert.equal(await reasonOf(polly({ accessKeyId: 'AKIAREVOKED1' }), voice), 'Amazon Polly does not accept the key.');
  assert.match(await reasonOf(polly(), voice, 'sandbox-voice-429'), /takes no more texts for now.*in a minute/);
  assert.match(await reasonOf(polly(), voice, 'sandbox-voice-500'), /not available right now/);
  assert.match(await reasonOf(polly(), voice, 'sandbox-voice-empty'), /sent no sound/);
  assert.match(await reasonOf(polly(), 'polly:Zeina:neural:arb'), /Please choose another voice/);
  assert.match(await reasonOf(polly({ baseUrl: 'http://127.0.0.1:9' }), voice), /did not answer/);
  assert.deepEqual(await polly(secret).voices('en-US'), []);

  const speaker = 'openai:coral';
  assert.equal(await reasonOf(openAi({ key: 'sk-revoked' }), speaker), 'OpenAI does not accept the key.');
  assert.match(await reasonOf(openAi({ key: 'sk-empty' }), speaker), /no credit left/);
  assert.match(await reasonOf(openAi({ model: 'gpt-9' }), speaker), /“gpt-9” is not offered/);
  assert.match(await reasonOf(openAi(), speaker, 'sandbox-voice-429'), /in 20 seconds/);
});

test('the operator’s program speaks the voices of a folder of models, one line at a time', async () => {
  const models = join(dir, 'models');
  await mkdir(models);
  const describe = (name: string, value: object | string) =>
    writeFile(join(models, `${name}.onnx.json`), typeof value === 'string' ? value : JSON.stringify(value));
  for (const name of ['en_US-amy', 'broken', 'without']) await writeFile(join(models, `${name}.onnx`), '');
  await describe('en_US-amy', {
    language: { code: 'en_US', name_english: 'English', country_english: 'United States' },
    dataset: 'amy',
    audio: { quality: 'medium' },
  });
  await describe('broken', '{');
  const program = join(dir, 'piper');
  // Replaces Piper: writes a tone as long as its input to --output_file.
  const script = `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs');
const lines = readFileSync(0, 'utf8').split('\\n').filter(Boolean);
if (lines.length !== 1) process.exit(3);
const samples = Int16Array.from({ length: lines[0].length * 1000 }, (_, at) => 9000 * Math.sin(at / 10));
const head = Buffer.alloc(44);
head.write('RIFF', 0); head.write('WAVEfmt ', 8); head.writeUInt16LE(1, 22); head.writeUInt16LE(16, 34);
head.writeUInt32LE(16000, 24); head.write('data', 36);
const wav = Buffer.concat([head, Buffer.from(samples.buffer)]);
writeFileSync(process.argv[process.argv.indexOf('--output_file') + 1], wav);
`;
  await writeFile(program, script);
  await chmod(program, 0o755);
  const source = folderVoices({ program, models, tempDir: dir });
  assert.deepEqual(await source.languages(), [{ code: 'en-US', name: 'English (United States)' }]);
  assert.deepEqual(
    (await source.voices('en-US')).map(({ id, name }) => `${id} ${name}`),
    ['model:en_US-amy amy, neural (medium)'],
  );
  assert.ok((await secondsOf(source, 'model:en_US-amy', 'Two lines\nof text')) > 0.9);
  assert.match(await reasonOf(source, 'model:../../etc/passwd'), /not there any more/);
  const gone = folderVoices({ program: join(dir, 'nothing'), models, tempDir: dir });
  assert.equal(await reasonOf(gone, 'model:en_US-amy'), 'the voice failed');
  assert.deepEqual(
    (await readdir(dir)).filter((name) => name.startsWith('voice-')),
    [],
    'no file is left behind',
  );
});
