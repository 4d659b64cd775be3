/** Makes the file to download from a material. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { fileOf, sourceFiles } from '../version.ts';
import type { Material } from '../manifest.ts';
import { calendarOf } from './calendar.ts';
import { documentOf, titleOf, withoutGaps } from './documents.ts';
import { importFileOf } from './website-import.ts';
import { themeFiles } from './website-theme.ts';
import type { Making } from './means.ts';
import { drawnPictures } from './pictures.ts';
import { renderedVideo } from './videos.ts';

/** Makes the file of a material in the folder of this run; answers its path. */
export async function makeFile(material: Material, making: Making): Promise<string> {
  const { dir, writers } = making;
  const path = join(dir, fileOf(material).fileName);
  const source = join(material.folder, material.source);
  switch (material.makes) {
    case 'file':
      await copyFile(source, path);
      break;
    case 'xlsx':
      await writeFile(
        path,
        await writers.xlsxOf(await calendarOf(source, { title: material.title, year: making.year })),
      );
      break;
    case 'docx':
      await writeFile(path, await writers.docxOf(await documentOf(source, { title: material.title, writers })));
      break;
    case 'pdf':
      await writeGuideOf(source, { path, series: null, writers });
      break;
    case 'docx and pdf':
    case 'zip of docx':
    case 'zip of pdf':
      await makeArchive(path, material, making);
      break;
    case 'mp4':
      await copyFile(await renderedVideo(source, making), path);
      break;
    case 'zip of mp4':
      await makeVideos(path, material, making);
      break;
    case 'video stream':
      throw new Error(`${material.id} is made video by video`);
    case 'zip of png':
      await writers.writeArchive(path, await drawnPictures(source, making));
      break;
    case 'import file':
      await writeFile(path, await importFileOf(source));
      break;
    case 'website theme':
      await writers.writeArchive(path, await themeFiles(source, { files: filesWithin(material), making }));
      break;
    default:
      material.makes satisfies never;
  }
  return path;
}

/** The files of a folder of sources, by their paths within it. */
const filesWithin = (material: Material): string[] =>
  sourceFiles(material).map((path) => relative(material.source, path));

const textsOf = (material: Material): string[] => sourceFiles(material).filter((path) => path.endsWith('.md'));

/** Each text of the source as a document of its own, and what the list of a pack says about it. */
async function makeArchive(path: string, material: Material, making: Making): Promise<void> {
  const { writers, dir, onProgress } = making;
  const texts = textsOf(material);
  const entries: { name: string; path: string }[] = [];
  const formats = { 'docx and pdf': ['docx', 'pdf'], 'zip of pdf': ['pdf'] };
  const wanted =
    material.makes === 'docx and pdf' || material.makes === 'zip of pdf' ? formats[material.makes] : ['docx'];
  const list = sourceFiles(material).find((file) => basename(file) === 'pack.json');
  if (list !== undefined) {
    const about = join(dir, 'about.docx');
    await writeFile(
      about,
      await writers.docxOf(await documentOf(join(material.folder, list), { title: material.title, writers })),
    );
    entries.push({ name: '0-about-this-pack.docx', path: about });
  }
  for (const [index, text] of texts.entries()) {
    const source = join(material.folder, text);
    for (const format of wanted) {
      const name = `${basename(text, extname(text))}.${format}`;
      const file = join(dir, `part-${index}.${format}`);
      if (format === 'pdf') await writeGuideOf(source, { path: file, series: material.title, writers });
      else await writeFile(file, await writers.docxOf(await documentOf(source, { title: '', writers })));
      entries.push({ name, path: file });
    }
    await onProgress((index + 1) / texts.length);
  }
  await writers.writeArchive(path, entries);
}

/** Every video of the source, one after the other. */
async function makeVideos(path: string, material: Material, making: Making): Promise<void> {
  const sources = sourceFiles(material).filter((file) => file.endsWith('.json'));
  const entries: { name: string; path: string }[] = [];
  for (const [index, source] of sources.entries()) {
    const onProgress = (share: number): Promise<void> => making.onProgress((index + share) / sources.length);
    const video = await renderedVideo(join(material.folder, source), { ...making, onProgress });
    entries.push({ name: basename(video), path: video });
  }
  await making.writers.writeArchive(path, entries);
}

async function writeGuideOf(
  source: string,
  { path, series, writers }: { path: string; series: string | null } & Pick<Making, 'writers'>,
): Promise<void> {
  const markdown = withoutGaps(await readFile(source, 'utf8'));
  const title = titleOf(markdown);
  await writers.writeGuide(path, { title, series: series ?? title, blocks: writers.blocksOf(markdown) });
}
