/** The names and versions of the files that are made of materials. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Material } from './manifest.ts';

/** Raised when a maker makes another file of the same source: existing files are then made again. */
const makerVersion = 2;

const kinds = {
  docx: ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  xlsx: ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  pdf: ['pdf', 'application/pdf'],
  'docx and pdf': ['zip', 'application/zip'],
  'zip of docx': ['zip', 'application/zip'],
  'zip of pdf': ['zip', 'application/zip'],
  'zip of mp4': ['zip', 'application/zip'],
  mp4: ['mp4', 'video/mp4'],
  'video stream': ['zip', 'application/zip'],
  'zip of png': ['zip', 'application/zip'],
  'import file': ['xml', 'application/xml'],
  'website theme': ['zip', 'application/zip'],
} as const;

/** The name and the type of the downloaded file. */
export function fileOf({ id, makes, source }: Material): { fileName: string; contentType: string } {
  if (makes === 'file') return { fileName: `${id}${extname(source)}`, contentType: 'application/octet-stream' };
  const [extension, contentType] = kinds[makes];
  return { fileName: `${id}.${extension}`, contentType };
}

/** The files of a source, by their paths from its folder: the source itself or everything in it. */
export function sourceFiles({ folder, source }: Pick<Material, 'folder' | 'source'>): string[] {
  const root = join(folder, source);
  if (!statSync(root).isDirectory()) return [source];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(root, path)).isFile())
    .toSorted()
    .map((path) => join(source, path));
}

/** The materials of which files are made: each video of a stream of videos, otherwise the material itself. */
export function partsOf(material: Material): Material[] {
  if (material.makes !== 'video stream') return [material];
  return sourceFiles(material)
    .filter((path) => path.endsWith('.json'))
    .map((source) => ({ ...material, id: `${material.id}.${basename(source, '.json')}`, source, makes: 'mp4' }));
}

const known = new Map<string, { stamp: string; version: string }>();

/** The hash of a file's sources; it depends on `year` if the file contains the year. */
export function versionOf(material: Material, year: number): string {
  const files = sourceFiles(material);
  const stamp = files.map((path) => `${path} ${statSync(join(material.folder, path)).mtimeMs}`).join('\n');
  const key = `${material.folder} ${material.id} ${year}`;
  const before = known.get(key);
  if (before?.stamp === stamp) return before.version;
  const hash = createHash('sha256').update(
    JSON.stringify([makerVersion, material.id, material.title, material.makes, material.makes === 'xlsx' ? year : 0]),
  );
  for (const path of files) hash.update(`\n${path}\n`).update(readFileSync(join(material.folder, path)));
  const version = hash.digest('hex').slice(0, 24);
  known.set(key, { stamp, version });
  return version;
}
