/**
 * Slide videos for shipped material: drawn pictures, texts, speech and composed music, without anything from outside.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { textPositions, transitions, videoRatios } from '#contract/content/videos.ts';
import type { FaceWish, Tile, VideoProject } from '#render/layout/index.ts';
import { stackOf, type StackFile } from '../../../content/fonts/index.ts';
import type { Making } from './means.ts';

/**
 * The source of a video: `picture` and `music` are references of the embedded sources, `say` is spoken over its slide
 * and shown as captions, `caption` is posted with the video.
 */
const video = z.object({
  title: z.string().min(1),
  caption: z.string().default(''),
  ratio: z.enum(videoRatios).default('16:9'),
  music: z.string(),
  slides: z
    .array(
      z.object({
        picture: z.string(),
        text: z.string(),
        say: z.string().default(''),
        seconds: z.number().min(1),
        transition: z.enum(transitions),
        position: z.enum(textPositions),
      }),
    )
    .min(1),
});
type Slide = z.output<typeof video>['slides'][number];

/** How loud the music is, 0 to 1: alone, and under a voice. */
const loudness = { alone: 0.7, underVoice: 0.15 } as const;
const voice = 'flite:slt';

const face: FaceWish = { font: 'Montserrat', bold: true, italic: false };

/** The size of a text, px on a stage 640 wide: as large as its length allows, to be readable on a phone. */
function textSize({ length }: string, ratio: VideoProject['ratio']): number {
  if (ratio === '16:9') return length <= 24 ? 48 : length <= 50 ? 40 : 34;
  return length <= 14 ? 74 : length <= 30 ? 60 : 48;
}

const tileOf = ({ picture, text, seconds, transition, position }: Slide, ratio: VideoProject['ratio']): Tile => ({
  media: { kind: 'image', file: picture },
  seconds,
  text,
  textStyle: {
    ...face,
    position,
    align: 'center',
    colour: '#ffffff',
    size: textSize(text, ratio),
    box: { colour: '#101020', opacity: 0.6, radius: 0.3 },
  },
  blur: false,
  speech: null,
  transition,
});

const readVideo = async (source: string): Promise<z.output<typeof video>> =>
  video.parse(JSON.parse(await readFile(source, 'utf8')));

/** The words with which the video of a file is posted. Throws a ZodError for any other file. */
export async function wordsIn(source: string): Promise<{ title: string; description: string }> {
  const { title, caption } = await readVideo(source);
  return { title, description: caption };
}

/** The video of a source file, laid out, still without speech. Throws a ZodError for any other file. */
export async function projectIn(source: string): Promise<VideoProject> {
  const { ratio, music, slides } = await readVideo(source);
  const isSpoken = slides.some(({ say }) => say !== '');
  return {
    ratio,
    tiles: slides.map((slide) => tileOf(slide, ratio)),
    music: { file: music, volume: isSpoken ? loudness.underVoice : loudness.alone },
    logo: null,
    watermark: null,
    captions: isSpoken,
  };
}

type Files = Record<string, { path: string }>;

/** The files of the shipped fonts, as a render plan names them. */
const shippedFiles = (files: readonly StackFile[]): { path: string; range: string }[] =>
  files.flatMap(({ location, range }) => ('path' in location ? [{ path: location.path, range }] : []));

/** Renders the video of a source file; answers the path of the mp4. */
export async function renderedVideo(source: string, making: Making): Promise<string> {
  const { writers, ffmpegPath, dir, signal, onProgress } = making;
  const project = await projectIn(source);
  const name = basename(source, '.json');
  const folder = join(dir, name);
  await mkdir(folder);
  const files = await drawnFiles(project, { source, folder, making });
  const tiles = await spoken(project.tiles, { source, folder, files, making });
  const { files: faces, ...imitated } = stackOf(face.font, face);
  const out = join(dir, `${name}.mp4`);
  const end = await writers.renderApart(
    {
      project: { ...project, tiles },
      files,
      fonts: { [writers.faceKey(face)]: { files: shippedFiles(faces), ...imitated } },
      fallbacks: { fonts: [], paths: {} },
      ffmpeg: await writers.findFfmpeg(ffmpegPath),
      out,
      cacheDir: join(folder, 'pieces'),
      tempDir: folder,
      jobs: 1,
    },
    { signal, onProgress: ({ made, pieces }) => void onProgress(made / Math.max(1, pieces)) },
  );
  if (end.kind !== 'rendered') throw new Error(`${source} was not rendered: ${JSON.stringify(end)}`);
  await onProgress(1);
  return out;
}

type Within = { source: string; folder: string; making: Making };

/** The pictures and the music of a video, each in its file. */
async function drawnFiles({ tiles, music }: VideoProject, { source, folder, making }: Within): Promise<Files> {
  const files: Files = {};
  const keep = async (kind: 'image' | 'music', reference: string): Promise<void> => {
    const [embedded] = (await making.sources.of(kind)).filter(({ id }) => id === 'embedded');
    const opened = await embedded?.open(reference, { signal: making.signal });
    if (opened?.kind !== 'bytes') throw new Error(`${source} names ${reference}, which is not a built-in ${kind}`);
    const path = join(folder, `${Object.keys(files).length}.${kind === 'image' ? 'jpg' : 'wav'}`);
    await writeFile(path, opened.bytes);
    files[reference] = { path };
  };
  for (const { media } of tiles) if (media.kind === 'image') await keep('image', media.file);
  if (music !== null) await keep('music', music.file);
  return files;
}

/** The slides with their speech; the sounds are added to the files. */
async function spoken(
  tiles: readonly Tile[],
  { source, folder, files, making }: Within & { files: Files },
): Promise<Tile[]> {
  const { slides } = await readVideo(source);
  const voices = making.writers.embeddedVoices({ tempDir: folder });
  const said: Tile[] = [];
  for (const [index, tile] of tiles.entries()) {
    const words = slides[index]?.say ?? '';
    if (words === '') {
      said.push(tile);
      continue;
    }
    const speech = await voices.speak({ text: words, voice, signal: making.signal });
    if (speech.kind !== 'spoken') throw new Error(`${source}, slide ${index + 1}: ${speech.reason}`);
    const file = `speech-${index}`;
    files[file] = { path: join(folder, `${file}.wav`) };
    await writeFile(join(folder, `${file}.wav`), speech.wav);
    said.push({ ...tile, speech: { file, seconds: speech.seconds, words } });
  }
  return said;
}
