/**
 * The measurements of a sound, taken once when it is uploaded or generated: length, loudness, and the picture of its
 * waveform.
 */
import type { Ffmpeg } from '../ffmpeg/find.ts';
import { demuxerOf, inputArgs, strictly, type Demuxer, type Unfit } from '../ffmpeg/media.ts';
import { runFfmpeg } from '../ffmpeg/run.ts';

/** Loudness by EBU R 128: `lufs` over the whole, null for silence; `peakDb` the highest sample (dBFS). */
export type Loudness = { lufs: number | null; peakDb: number };

/** `peaks`: the lowest and the highest sample of every 10 ms, each a signed byte, so two bytes every 10 ms. */
export type AudioFacts = Loudness & { seconds: number; peaks: Int8Array };

const rate = 8_000;
const samplesPerPeak = rate / 100;
/** Ten minutes of mp3 take 3.8 s on a busy machine with two cores. */
const limitSeconds = 120;
const silence = -70;

/** The target loudness of music and speech, in LUFS. */
export const targetLufs = -16;

/** Measures a sound file, or a video's first sound; at most the first `mostSeconds` of it. */
export async function measureAudio(
  ffmpeg: Ffmpeg,
  path: string,
  { signal, mostSeconds }: { signal?: AbortSignal | undefined; mostSeconds?: number } = {},
): Promise<AudioFacts | Unfit> {
  const demuxer = await demuxerOf(path);
  if (demuxer === null) return { unfit: 'it is not a sound that can be read' };
  const peaks = new PeakMeter();
  const end = await runFfmpeg(ffmpeg, {
    args: argsOf(path, { demuxer, mostSeconds }),
    limitSeconds,
    signal,
    read: async (output) => {
      for await (const chunk of output) peaks.add(chunk);
    },
  });
  if (end.kind === 'done') return { ...loudnessIn(end.said), seconds: peaks.seconds, peaks: peaks.taken() };
  if (end.kind === 'timed-out') return { unfit: 'it takes too long to read' };
  const isSilentVideo = end.kind === 'failed' && end.tail.includes('matches no streams');
  return { unfit: isSilentVideo ? 'it has no sound' : 'it is damaged or not complete' };
}

/** Measures loudness alone; null for a file without a readable sound. */
export async function measureLoudness(
  ffmpeg: Ffmpeg,
  path: string,
  options: { signal?: AbortSignal } = {},
): Promise<Loudness | null> {
  const facts = await measureAudio(ffmpeg, path, options);
  return 'unfit' in facts ? null : { lufs: facts.lufs, peakDb: facts.peakDb };
}

/**
 * The gain in dB that brings a sound to the target, at most 20 dB up; a limiter cuts the peaks that this raises too
 * high.
 */
export const gainTowards = ({ lufs }: Loudness): number => (lufs === null ? 0 : Math.min(20, targetLufs - lufs));

/** Decodes once for both: the samples give the peaks, the filter reports the loudness. */
function argsOf(
  path: string,
  { demuxer, mostSeconds }: { demuxer: Demuxer; mostSeconds: number | undefined },
): string[] {
  return [
    ...strictly(demuxer),
    ...(mostSeconds === undefined ? [] : ['-t', String(mostSeconds)]),
    ...inputArgs(path, { demuxer }),
    '-filter_complex',
    [
      '[0:a:0]asplit=2[p][l]',
      `[p]aresample=${rate},aformat=sample_fmts=s16:channel_layouts=mono[pcm]`,
      '[l]ebur128=peak=sample[loud]',
    ].join(';'),
    '-map',
    '[pcm]',
    '-f',
    's16le',
    'pipe:1',
    '-map',
    '[loud]',
    '-f',
    'null',
    '-',
  ];
}

/** The summary that ebur128 prints at its end. */
export function loudnessIn(said: string): Loudness {
  const summary = said.slice(said.lastIndexOf('Summary:'));
  const lufs = Number(/I:\s+(-?[\d.]+|-?inf|nan) LUFS/.exec(summary)?.[1]);
  const peakDb = Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1]);
  return {
    lufs: Number.isFinite(lufs) && lufs > silence ? lufs : null,
    peakDb: Number.isFinite(peakDb) ? peakDb : silence,
  };
}

/** Takes 16-bit samples in chunks of any length. */
class PeakMeter {
  readonly #peaks: number[] = [];
  #samples = 0;
  #lowest = 0;
  #highest = 0;
  #rest: Buffer = Buffer.alloc(0);

  get seconds(): number {
    return this.#samples / rate;
  }

  add(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const whole = bytes.length - (bytes.length % 2);
    for (let at = 0; at < whole; at += 2) this.#sample(bytes.readInt16LE(at));
    this.#rest = bytes.subarray(whole);
  }

  taken(): Int8Array {
    if (this.#samples % samplesPerPeak > 0) this.#push();
    return Int8Array.from(this.#peaks);
  }

  #sample(value: number): void {
    if (value < this.#lowest) this.#lowest = value;
    if (value > this.#highest) this.#highest = value;
    this.#samples++;
    if (this.#samples % samplesPerPeak === 0) this.#push();
  }

  #push(): void {
    this.#peaks.push(Math.max(-128, Math.round(this.#lowest / 256)), Math.min(127, Math.round(this.#highest / 256)));
    [this.#lowest, this.#highest] = [0, 0];
  }
}
