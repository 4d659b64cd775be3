/** The courses and article packs of this folder, read from their files for tests. */
import { readdirSync, readFileSync } from 'node:fs';

const here = new URL('./', import.meta.url);

/** A text field of a listing by its name; other values are ignored. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** A lesson or an article: its path from this folder and its fields in the listing. */
export type Text = Readonly<{ path: string; markdown: string; listed: Fields }>;

/** A course or a pack: the fields of its JSON file, and its texts in order. */
export type Collection = Readonly<{ path: string; about: Fields; texts: readonly Text[] }>;

/** A file's text; `path` is taken from this folder. */
export const read = (path: string): string => readFileSync(new URL(path, here), 'utf8');

/** A JSON file's content; `path` is taken from this folder. */
const readJson = (path: string): unknown => JSON.parse(read(path));

/** The words of a text: everything with a letter or a digit. */
export const words = (markdown: string): number => (markdown.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length;

/** The entries of an object; none for anything else. */
const entries = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** The fields of an object that hold text. */
const textFields = (value: unknown): Fields =>
  Object.fromEntries(entries(value).flatMap(([name, field]) => (typeof field === 'string' ? [[name, field]] : [])));

/** A field that contains a list; an empty list if it is missing. */
const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list = entries(value).find(([key]) => key === name)?.[1];
  return Array.isArray(list) ? list : [];
};

/** Every folder of `path` whose `file` lists its texts under `field`. */
function collections(path: string, file: string, field: string): Collection[] {
  return readdirSync(new URL(path, here), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`)
    .toSorted()
    .map((folder) => {
      const about = readJson(`${folder}/${file}`);
      const texts = listIn(about, field).map((listed) => {
        const fields = typeof listed === 'string' ? { slug: listed } : textFields(listed);
        const textPath = `${folder}/${fields['slug']}.md`;
        return { path: textPath, markdown: read(textPath), listed: fields };
      });
      return { path: folder, about: textFields(about), texts };
    });
}

/** The courses by number. */
export const courses = collections('courses', 'course.json', 'lessons');

/** The article packs by number. */
export const packs = collections('packs', 'pack.json', 'articles');
