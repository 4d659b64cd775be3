/** The sound of a whole video as one piece. Every slide's part is cut to its frames, so nothing drifts. */
import { createHash } from 'node:crypto';
import type { Ffmpeg } from '../ffmpeg/find.ts';
import { inputArgs } from '../ffmpeg/media.ts';
import { runFfmpeg } from '../ffmpeg/run.ts';
import type { VideoProject } from '../layout/index.ts';
import { measureAudio } from '../audio/measure.ts';
import { seekOf } from './clip-frames.ts';
import { encoding, sampleRate, samplesOf } from './encoding.ts';
import type { Location } from './failure.ts';
import { judge } from './make-piece.ts';
import { bad, type Materials, type Media } from './materials.ts';

/**
 * An audible sound: `volume` 0 to 1, before the gain of its file. `place` is the part of the project that it belongs
 * to.
 */
export type Sound = { media: Media; volume: number; seekSeconds: number; location: Location };

/** A range of the video with a sound or without, in samples. */
export type Stretch = { sound: Sound | null; samples: number };

/** The sound track: speech and the clips' own sounds slide by slide, and music under the whole. */
export type SoundPlan = { speech: Stretch[]; clips: Stretch[]; music: Sound | null; samples: number };

/** Plans the sound of a project. A muted sound (volume 0) is left out. */
export function soundPlanOf(
  { tiles, music }: VideoProject,
  { timeline, media }: Pick<Materials, 'timeline' | 'media'>,
): SoundPlan {
  const soundOf = (file: string, rest: Omit<Sound, 'media'>): Sound | null => {
    const found = media.get(file);
    return found === undefined || found.facts.sounds === 0 || rest.volume === 0 ? null : { media: found, ...rest };
  };
  const stretches = tiles.map(({ speech, media: own }, index) => {
    const location = { kind: 'slide', index } as const;
    const samples = samplesOf(timeline.slides[index]?.frames ?? 0);
    const clip =
      own.kind === 'video' ? soundOf(own.file, { volume: own.volume, seekSeconds: own.startSeconds, location }) : null;
    return {
      samples,
      speech: speech === null ? null : soundOf(speech.file, { volume: 1, seekSeconds: 0, location }),
      clip,
    };
  });
  return {
    speech: joined(stretches.map(({ samples, speech }) => ({ samples, sound: speech }))),
    clips: joined(stretches.map(({ samples, clip }) => ({ samples, sound: clip }))),
    music:
      music === null
        ? null
        : soundOf(music.file, { volume: music.volume, seekSeconds: 0, location: { kind: 'music' } }),
    samples: samplesOf(timeline.frames),
  };
}

/** Consecutive silences become one. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const whole: Stretch[] = [];
  for (const stretch of stretches) {
    const last = whole.at(-1);
    if (last !== undefined && last.sound === null && stretch.sound === null) last.samples += stretch.samples;
    else whole.push({ ...stretch });
  }
  return whole;
}

/** The name of a sound piece, by everything audible in it. */
export function soundKeyOf(plan: SoundPlan, ffmpegVersion: string): string {
  const nameOf = (sound: Sound | null): unknown =>
    sound === null ? null : [sound.media.hash, sound.media.gainDb ?? 0, sound.volume, sound.seekSeconds];
  const heard = [plan.speech, plan.clips].map((bus) => bus.map(({ sound, samples }) => [nameOf(sound), samples]));
  const all = [heard, nameOf(plan.music), plan.samples, graphOf(plan).graph, encoding.audio, ffmpegVersion];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 40);
}

const common = `aformat=sample_rates=${sampleRate}:sample_fmts=fltp:channel_layouts=stereo`;
const fadeSeconds = 1.5;
/** Music goes down by about 12 dB while somebody speaks, and comes back within half a second. */
const duck = 'sidechaincompress=threshold=0.03:ratio=8:attack=20:release=500';

/** The filter graph and its inputs in order. Old filters only: apad and amix without the options of later versions. */
export function graphOf({ speech, clips, music, samples }: SoundPlan): {
  graph: string;
  inputs: Sound[];
  loops: number;
} {
  const inputs: Sound[] = [];
  const parts: string[] = [];
  const bus = (name: string, stretches: readonly Stretch[]): string | null => {
    if (stretches.every(({ sound }) => sound === null)) return null;
    const labels = stretches.map(({ sound, samples: length }, index) => {
      const label = `[${name}${index}]`;
      const cut = cutTo(length) + label;
      if (sound === null) parts.push(`anullsrc=r=${sampleRate}:cl=stereo,${common},${cut}`);
      else parts.push(`[${inputs.push(sound) - 1}:a:0]${levelled(sound)},apad,${cut}`);
      return label;
    });
    parts.push(`${labels.join('')}concat=n=${labels.length}:v=0:a=1[${name}]`);
    return name;
  };
  const voice = bus('speech', speech);
  const own = bus('clips', clips);
  const said = voice !== null && own !== null ? mixed(parts, voice, own) : (voice ?? own);
  const loops = inputs.length;
  if (music !== null) {
    const seconds = samples / sampleRate;
    const fade = Math.min(fadeSeconds, seconds / 3);
    const faded = `afade=t=out:st=${(seconds - fade).toFixed(3)}:d=${fade.toFixed(3)}`;
    parts.push(`[${inputs.push(music) - 1}:a:0]${levelled(music)},apad,${cutTo(samples)},${faded}[music]`);
  }
  const heard = music === null ? said : said === null ? 'music' : mixed(parts, said, 'music');
  parts.push(
    heard === null
      ? `anullsrc=r=${sampleRate}:cl=stereo,${common},atrim=end_sample=${samples}[out]`
      : `[${heard}]alimiter=limit=0.95:level=0,aresample=${sampleRate},atrim=end_sample=${samples}[out]`,
  );
  return { graph: parts.join(';'), inputs, loops };
}

const levelled = ({ media, volume }: Sound): string =>
  [
    `aresample=${sampleRate}:async=1:first_pts=0`,
    common,
    `volume=${volume.toFixed(3)}`,
    `volume=${(media.gainDb ?? 0).toFixed(2)}dB`,
  ].join(',');

const cutTo = (samples: number): string => `atrim=end_sample=${samples},asetpts=N/SR/TB`;

/**
 * Mixes two buses endlessly, the second ducked under the first: the consumer of the mix cuts it. NOTE the ducking stops
 * when either input ends and drops the samples not yet mixed, more than a second of a minute, so neither may end. NOTE
 * amix divides by the number of its inputs: both are equally long, so 2 is right.
 */
function mixed(parts: string[], over: string, under: string): string {
  const name = `${over}x${under}`;
  parts.push(
    `[${over}]apad,asplit=2[${over}a][${over}b]`,
    `[${under}]apad[${under}p]`,
    `[${under}p][${over}a]${duck}[${under}d]`,
    `[${under}d][${over}b]amix=inputs=2:duration=first,volume=2[${name}]`,
  );
  return name;
}

type Making = { ffmpeg: Ffmpeg; signal: AbortSignal; out: string };

/**
 * Makes the sound piece; damage in a clip is detected by its picture. Throws RenderStop, naming a file that cannot be
 * read.
 */
export async function makeSound(plan: SoundPlan, { ffmpeg, signal, out }: Making): Promise<void> {
  const { graph, inputs, loops } = graphOf(plan);
  const end = await runFfmpeg(ffmpeg, {
    args: [
      ...inputs.flatMap(({ media, seekSeconds }, index) =>
        inputArgs(media.path, {
          demuxer: media.facts.demuxer,
          seekSeconds: seekOf(media, seekSeconds),
          loops: index >= loops,
        }),
      ),
      '-filter_complex',
      graph,
      '-map',
      '[out]',
      ...encoding.audio,
      out,
    ],
    limitSeconds: 60 + plan.samples / sampleRate,
    signal,
  });
  if (end.kind === 'failed') await nameDamaged(inputs, { ffmpeg, signal });
  judge(end, { piece: null, step: 'sound' });
}

async function nameDamaged(inputs: readonly Sound[], { ffmpeg, signal }: Omit<Making, 'out'>): Promise<void> {
  for (const { media, location } of inputs) {
    const facts = await measureAudio(ffmpeg, media.path, { signal });
    if ('unfit' in facts)
      throw bad(
        location,
        location.kind !== 'slide' ? 'sound' : media.facts.video === null ? 'speech' : 'video',
        facts.unfit,
      );
  }
}
