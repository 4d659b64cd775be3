/**
 * Opens every file that is offered for download and checks that its content is as promised. Videos take minutes and are
 * left out: videos.test.ts checks their sources, and `npm run catalog` makes them.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, test } from 'vitest';
import { openSources } from '#sources/open.ts';
import { wordsOfPdf } from '../../app/testing/pdf-words.ts';
import { writers } from './make-upgrade.job.ts';
import { makeFile } from './making/make.ts';
import { panelsOf, type Material } from './manifest.ts';
import { entriesOf } from './testing-archive.ts';

const dir = mkdtempSync(join(tmpdir(), 'every-download-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const videos: readonly Material['makes'][] = ['mp4', 'zip of mp4', 'video stream'];
const panels = panelsOf(dir);
const materials = panels.flatMap(({ materials: all, name }) => all.map((material) => ({ material, panel: name })));
const made = materials.filter(({ material }) => !videos.includes(material.makes));

const make = async (material: Material): Promise<Buffer> =>
  readFileSync(
    await makeFile(material, {
      writers,
      dir: mkdtempSync(join(dir, 'made-')),
      year: 2026,
      sources: openSources({
        http: { send: () => Promise.reject(new Error('no outbound requests')) },
        remotes: [],
      }),
      ffmpegPath: null,
      signal: new AbortController().signal,
      onProgress: async () => {},
    }),
  );

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a Word document. Throws if it has no text. */
async function docxWords(bytes: Buffer): Promise<string[]> {
  const xml = (await entriesOf(bytes)).get('word/document.xml')?.toString();
  assert.ok(xml);
  assert.doesNotMatch(xml, /\{\{|\}\}/, 'a gap is marked, not left in braces');
  return wordsOf(xml.replaceAll('</w:p>', ' ').replaceAll(/<[^>]+>/g, ''));
}

/** The words of a source that can be found in a PDF; a text is drawn in lines, which end between words. */
function pdfWords(bytes: Buffer, source: string): string[] {
  assert.match(bytes.subarray(0, 8).toString('latin1'), /^%PDF-1\.7/);
  const drawn = new Set(wordsOf(wordsOfPdf(bytes)));
  return wordsOf(source).filter((word) => drawn.has(word));
}

/** All text that can be read in a file, and in the files that it holds. */
async function textOf(bytes: Buffer): Promise<string> {
  const plain = bytes.toString('latin1');
  if (plain.startsWith('%PDF')) return plain + wordsOfPdf(bytes);
  if (!plain.startsWith('PK')) return plain;
  const parts = await Promise.all(
    [...(await entriesOf(bytes))].map(async ([name, part]) => name + (await textOf(part))),
  );
  return parts.join(' ');
}

/** The least number of words of a document, by its panel. */
const least: Readonly<Record<string, number>> = {
  courses: 500,
  articles: 400,
  'lead-magnets': 600,
  'agency-website': 300,
};

type Part = { bytes: Buffer; panel: string; source: string };

async function checkDocument(name: string, { bytes, panel, source }: Part): Promise<void> {
  if (name.endsWith('.pdf') && panel === 'lead-magnets')
    assert.doesNotMatch(wordsOfPdf(bytes), /[[\]]/, 'it can be sent');
  const { length } = name.endsWith('.pdf') ? pdfWords(bytes, readFileSync(source, 'utf8')) : await docxWords(bytes);
  const needed = name.startsWith('0-about') ? 100 : (least[panel] ?? 150);
  assert.ok(length >= needed, `${name}: ${length} of ${needed} words`);
}

describe('a download', () => {
  for (const { material, panel } of made)
    test(`${material.id} opens, has the promised content, and does not name us`, async () => {
      const bytes = await make(material);
      assert.doesNotMatch(await textOf(bytes), /agency\s?reel/i);
      const from = join(material.folder, material.source);
      switch (material.makes) {
        case 'docx':
        case 'pdf':
          return checkDocument(`${material.id}.${material.makes}`, { bytes, panel, source: from });
        case 'docx and pdf':
        case 'zip of docx':
        case 'zip of pdf': {
          const entries = [...(await entriesOf(bytes))];
          const wanted = { courses: 5, articles: 6, 'lead-magnets': 2 }[panel] ?? 3;
          assert.equal(entries.length, wanted);
          for (const [name, part] of entries) {
            const source = from.endsWith('.md') ? from : join(from, name.replace(/\.\w+$/, '.md'));
            await checkDocument(name, { bytes: part, panel, source });
          }
          return;
        }
        case 'xlsx': {
          const entries = await entriesOf(bytes);
          for (const sheet of ['sheet1', 'sheet2']) {
            const rows = entries.get(`xl/worksheets/${sheet}.xml`)?.toString().match(/<row /g)?.length ?? 0;
            assert.ok(rows > 365, `${sheet}: ${rows} rows with the head`);
          }
          return;
        }
        case 'zip of png': {
          const pictures = [...(await entriesOf(bytes)).values()];
          assert.equal(pictures.length, 30);
          for (const picture of pictures) assert.equal((await sharp(picture).metadata()).width, 1080);
          return;
        }
        case 'import file':
          return assert.match(bytes.toString(), /^<\?xml[^]+<\/rss>\s*$/);
        case 'website theme':
          return assert.ok((await entriesOf(bytes)).has('high-street-agency/theme.json'));
        default:
          assert.fail(`${material.id} is made as ${material.makes}, which nothing here opens`);
      }
    });
});

test('every panel of downloads has some, and there are twenty courses and ten packs', () => {
  for (const { name, kind, materials: all } of panels) if (kind === 'downloads') assert.ok(all.length > 0, name);
  const inPanel = (name: string): number => materials.filter(({ panel }) => panel === name).length;
  assert.deepEqual([inPanel('courses'), inPanel('articles')], [20, 10]);
});
