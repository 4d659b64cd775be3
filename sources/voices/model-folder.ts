/**
 * Voices from a folder of Piper models, spoken by the operator's own program (https://github.com/rhasspy/piper, read
 * 2026-11): `<name>.onnx` with `<name>.onnx.json` beside it. The program reads a line and writes a WAV file.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { runProgram } from './child.ts';
import type { Voice, VoiceSource } from './voice.ts';
import { pcmOf, tidied, wavOf } from './wav.ts';

/** `program` is an absolute path, `models` is the folder, `tempDir` is a folder for the files of one speech. */
export type ModelFolder = { program: string; models: string; tempDir: string };

const limitSeconds = 300;

const description = z.object({
  language: z.object({ code: z.string(), name_english: z.string().optional(), country_english: z.string().optional() }),
  dataset: z.string().optional(),
  audio: z.object({ quality: z.string().optional() }).optional(),
});
type Model = { file: string; language: string; languageName: string; name: string };

/** The folder as a source of voices; ids are `model:<name of the file>`. */
export function folderVoices({ program, models, tempDir }: ModelFolder): VoiceSource {
  return {
    languages: async () => {
      const named = new Map((await modelsIn(models)).map(({ language, languageName }) => [language, languageName]));
      return [...named].map(([code, name]) => ({ code, name }));
    },
    voices: async (language) => (await modelsIn(models)).filter((model) => model.language === language).map(presented),
    speak: async ({ text, voice, signal }) => {
      // Only a file that the folder lists is ever passed to the program.
      const model = (await modelsIn(models)).find(({ file }) => presented({ file, name: '' }).id === voice);
      if (model === undefined) return { kind: 'not-spoken', reason: 'this voice is not there any more' };
      const dir = await mkdtemp(join(tempDir, 'voice-'));
      try {
        const out = join(dir, 'speech.wav');
        const args = ['--model', join(models, model.file), '--output_file', out];
        // The program would speak each line separately and overwrite the previous one.
        const line = `${text.replace(/\s+/gu, ' ').trim()}\n`;
        const end = await runProgram(program, args, { input: line, limitSeconds, signal });
        if (end.kind === 'timed-out') return { kind: 'not-spoken', reason: 'speaking this text took too long' };
        if (end.kind === 'failed') return { kind: 'not-spoken', reason: 'the voice failed', detail: end.tail };
        const pcm = pcmOf(await readFile(out).catch(() => Buffer.alloc(0)));
        const heard = pcm === null ? null : tidied(pcm);
        if (heard === null) return { kind: 'not-spoken', reason: 'this voice has no sound for this text' };
        return { kind: 'spoken', wav: wavOf(heard), seconds: heard.samples.length / heard.rate };
      } finally {
        await rm(dir, { recursive: true, force: true });
      }
    },
  };
}

/** A model does not name the person whose voice it is. */
const presented = ({ file, name }: Pick<Model, 'file' | 'name'>): Voice => ({
  id: `model:${file.slice(0, -'.onnx'.length)}`,
  name,
  gender: 'Female',
});

/** The models with a readable description, by name. */
async function modelsIn(folder: string): Promise<Model[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.onnx')).toSorted();
  const models = await Promise.all(files.map((file) => modelOf(folder, file)));
  return models.flatMap((model) => model ?? []);
}

async function modelOf(folder: string, file: string): Promise<Model | null> {
  try {
    const read = description.parse(JSON.parse(await readFile(join(folder, `${file}.json`), 'utf8')));
    const { code, name_english: name = code, country_english: country } = read.language;
    const quality = read.audio?.quality;
    return {
      file,
      language: code.replace('_', '-'),
      languageName: country === undefined ? name : `${name} (${country})`,
      name: `${read.dataset ?? file.slice(0, -'.onnx'.length)}, neural${quality === undefined ? '' : ` (${quality})`}`,
    };
  } catch {
    return null; // a model without a readable description has no language to list it under
  }
}
