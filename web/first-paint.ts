import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { z } from 'zod';

/** Lists in the document the files of each page, for `public/first-paint.js`, which requests all of them at once. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: (_html, { bundle = {} }) => [firstFiles(bundle)] },
  };
}

type Chunk = Rolldown.OutputChunk;

/**
 * The files of each page behind the log-in, without those that the document already names, as `<script
 * type="application/json" id="first-files">`: `files` by name, and for each page's name the indexes of its files; '' is
 * the navigation.
 */
function firstFiles(bundle: Rolldown.OutputBundle): HtmlTagDescriptor {
  const chunks = new Map(
    Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output] as const] : [])),
  );
  const closureOf = (of: readonly Chunk[]): Set<string> => {
    const reached = new Set<string>();
    const reach = (chunk: Chunk): void => {
      if (reached.has(chunk.fileName)) return;
      reached.add(chunk.fileName);
      for (const style of chunk.viteMetadata?.importedCss ?? []) reached.add(style);
      for (const next of chunk.imports) reach(chunks.get(next) ?? chunk);
    };
    of.forEach(reach);
    return reached;
  };
  const all = [...chunks.values()];
  const inDocument = closureOf(all.filter(({ isEntry }) => isEntry));
  const guard = all.filter(({ facadeModuleId }) => facadeModuleId?.endsWith('/web/shell/guard.tsx'));
  if (guard.length === 0) throw new Error('the build has no shell/guard.tsx');
  const ofGuard = without(closureOf(guard), inDocument);
  const files = [...ofGuard];
  const numbersOf = (names: Set<string>): number[] =>
    [...names].map((name) => (files.includes(name) ? files.indexOf(name) : files.push(name) - 1));
  const pages: Record<string, number[]> = { '': numbersOf(ofGuard) };
  for (const page of all) {
    const name = /\/web\/pages\/(?:[\w-]+\/){1,2}([\w-]+)\.tsx$/.exec(page.facadeModuleId ?? '')?.[1];
    if (name !== undefined) pages[name] = numbersOf(without(without(closureOf([page]), inDocument), ofGuard));
  }
  const children = JSON.stringify({ files: files.map((name) => name.replace('assets/', '')), pages });
  return { tag: 'script', attrs: { type: 'application/json', id: 'first-files' }, children, injectTo: 'head-prepend' };
}

const without = (names: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
  new Set([...names].filter((name) => !others.has(name)));

const named = z.object({ files: z.array(z.string()), pages: z.record(z.string(), z.array(z.number())) });

/** The files that every visit of a page behind the log-in loads: the document's own and those of the navigation. */
export function filesOfEveryVisit(html: string): ReadonlySet<string> {
  const own = [...html.matchAll(/"\/assets\/([^"]+)"/g)].flatMap(([, name]) => name ?? []);
  const [, json = ''] = /id="first-files">([^<]*)</.exec(html) ?? [];
  const { files, pages } = named.parse(JSON.parse(json));
  return new Set([...own, ...(pages[''] ?? []).flatMap((number) => files[number] ?? [])]);
}
