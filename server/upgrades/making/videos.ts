/** Slide videos of what ships: drawn pictures, texts and composed music, without anything from outside. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { textPositions, transitions, videoRatios } from '#contract/videos.ts';
import type { FaceWish, Tile, VideoProject } from '#render/layout/index.ts';
import { stackOf } from '../../fonts/index.ts';
import type { Making } from './means.ts';

/** A video as it is written down; `picture` and `music` are references of the embedded sources. */
const video = z.object({
  title: z.string().min(1),
  ratio: z.enum(videoRatios).default('16:9'),
  music: z.string(),
  slides: z
    .array(
      z.object({
        picture: z.string(),
        text: z.string(),
        seconds: z.number().min(1),
        transition: z.enum(transitions),
        position: z.enum(textPositions),
      }),
    )
    .min(1),
});
type Video = z.output<typeof video>;

const face: FaceWish = { font: 'Montserrat', bold: true, italic: false };
const tileOf = ({ picture, text, seconds, transition, position }: Video['slides'][number]): Tile => ({
  media: { kind: 'image', file: picture },
  seconds,
  text,
  textStyle: {
    ...face,
    position,
    align: 'center',
    colour: '#ffffff',
    size: 30,
    box: { colour: '#101020', opacity: 0.55, radius: 0.3 },
  },
  blur: false,
  speech: null,
  transition,
});

/** The video that is written down in a file, laid out; throws a ZodError for anything else. */
export async function projectIn(source: string): Promise<VideoProject> {
  const { ratio, music, slides } = video.parse(JSON.parse(await readFile(source, 'utf8')));
  return {
    ratio,
    tiles: slides.map(tileOf),
    music: { file: music, volume: 0.7 },
    logo: null,
    watermark: null,
    captions: false,
  };
}

/** Renders the video of a source file; answers the path of the mp4. */
export async function renderedVideo(
  source: string,
  { writers, sources, ffmpegPath, dir, signal }: Making,
): Promise<string> {
  const project = await projectIn(source);
  const name = basename(source, '.json');
  const folder = join(dir, name);
  await mkdir(folder);
  const files: Record<string, { path: string }> = {};
  const keep = async (kind: 'image' | 'music', reference: string): Promise<void> => {
    const [embedded] = (await sources.of(kind)).filter(({ id }) => id === 'embedded');
    const opened = await embedded?.open(reference, { signal });
    if (opened?.kind !== 'bytes') throw new Error(`${source} names ${reference}, which is no ${kind} of ours`);
    const path = join(folder, `${Object.keys(files).length}.${kind === 'image' ? 'jpg' : 'wav'}`);
    await writeFile(path, opened.bytes);
    files[reference] = { path };
  };
  for (const { media } of project.tiles) if (media.kind === 'image') await keep('image', media.file);
  if (project.music !== null) await keep('music', project.music.file);
  const { files: faces, ...imitated } = stackOf(face.font, face);
  const out = join(dir, `${name}.mp4`);
  const end = await writers.renderApart(
    {
      project,
      files,
      fonts: { [writers.faceKey(face)]: { files: faces.map(({ path, range }) => ({ path, range })), ...imitated } },
      ffmpeg: await writers.findFfmpeg(ffmpegPath),
      out,
      cacheDir: join(folder, 'pieces'),
      tempDir: folder,
      jobs: 1,
    },
    { signal, onProgress: () => {} },
  );
  if (end.kind !== 'rendered') throw new Error(`${source} was not rendered: ${end.kind}`);
  return out;
}
