/** The bundled templates, and their search. */
import { readdirSync, readFileSync } from 'node:fs';
import { openTemplate, type Template } from '#contract/content/templates.ts';

const folder = new URL('../../../catalog/templates/', import.meta.url);
let files: readonly (readonly [id: string, text: string])[] | null = null;

/** Every template by its id, read once; `pictureAt` gives the URL of a built-in picture. */
export function allTemplates(pictureAt: (reference: string, title: string) => string): Template[] {
  files ??= readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => [name.slice(0, -'.json'.length), readFileSync(new URL(name, folder), 'utf8')] as const);
  return files.map(([id, text]) => openTemplate(id, JSON.parse(text), pictureAt));
}

/** The templates that have every word of a search in the name, the kind or the search words. */
export function findTemplates(
  templates: readonly Template[],
  { search, kind }: { search: string; kind: string | undefined },
): Template[] {
  const asked = search.toLowerCase().split(/\s+/).filter(Boolean);
  return templates.filter((template) => {
    const text = [template.name, template.kind, ...template.words].join(' ').toLowerCase();
    return (kind === undefined || template.kind === kind) && asked.every((word) => text.includes(word));
  });
}
