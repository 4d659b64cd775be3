import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { atMost, bytes, type Figure } from './table.ts';

const names = z.array(z.string()).optional();
const manifestShape = z.record(z.string(), z.object({ file: z.string(), imports: names }));
type Manifest = z.output<typeof manifestShape>;

/** The files that a screen loads before it shows: the entry, the routes' chunks, and all their static imports. */
type Screen = { name: string; limitKb: number; modules: readonly string[] };

const dist = path.join(import.meta.dirname, '../dist');
const shell = ['index.html', 'shell/guard.tsx'];

/** Limits in kB (1,000 bytes) of gzipped JavaScript. */
const screens: readonly Screen[] = [
  { name: 'log-in page', limitKb: 160, modules: ['index.html', 'pages/people/auth/login.tsx'] },
  { name: 'signed-in shell (dashboard)', limitKb: 230, modules: [...shell, 'pages/insights/dashboard/dashboard.tsx'] },
  { name: 'image creator', limitKb: 250, modules: [...shell, 'pages/content/designs/image-creator.tsx'] },
  { name: 'calendar page', limitKb: 300, modules: [...shell, 'pages/planning/schedules/scheduler.tsx'] },
];

/** The keys of all chunks that must be loaded before these can run. */
function closure(manifest: Manifest, { modules }: Pick<Screen, 'modules'>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...modules];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no ${key}`);
    if (reached.has(key)) continue;
    reached.add(key);
    waiting.push(...(chunk.imports ?? []));
  }
  return reached;
}

const readManifest = (): Manifest =>
  manifestShape.parse(JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')));

const sizeOf = (file: string): number => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length;

/** Bytes of gzipped JavaScript that some modules add to those already loaded. */
export function furtherScript({ modules, before }: { modules: readonly string[]; before: readonly string[] }): number {
  const manifest = readManifest();
  const filesOf = (of: readonly string[]) => {
    const reached = closure(manifest, { modules: of });
    return new Set([...reached].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js')));
  };
  const there = filesOf(before);
  return [...filesOf(modules)].filter((file) => !there.has(file)).reduce((sum, file) => sum + sizeOf(file), 0);
}

/** Gzipped JavaScript of the first visit to each screen, from Vite's manifest. */
export async function measure(): Promise<Figure[]> {
  const manifest = readManifest();
  return screens.map((screen) => {
    const files = [...closure(manifest, screen)]
      .map((key) => manifest[key]?.file ?? '')
      .filter((file) => file.endsWith('.js'));
    return atMost(
      `${screen.name}, ${files.length} files`,
      files.reduce((sum, file) => sum + sizeOf(file), 0),
      screen.limitKb * 1000,
      bytes,
    );
  });
}
