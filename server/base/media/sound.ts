/** Measures uploaded sounds once, while the person waits for the answer. */
import { findFfmpeg } from '#render/ffmpeg/find.ts';
import { measureAudio } from '#render/audio/measure.ts';
import { probeMedia } from '#render/ffmpeg/media.ts';
import { openGate } from './gate.ts';

/**
 * Loudness by EBU R 128 over the whole, null for silence; the highest sample in dBFS; the lowest and the highest sample
 * of every 10 ms, one signed byte each.
 */
export type SoundFacts = { loudnessLufs: number | null; peakDb: number; peaks: Buffer };

/** The longest sound that is measured. Ten minutes of mp3 take up to four seconds of a core. */
const mostSeconds = 3600;

const gate = openGate({ atOnce: 2, each: 1 });

/**
 * Measures a sound on disk; null if it cannot be read or is empty. One that is longer than an hour is refused by its
 * header, or read no further if the header is wrong.
 */
export async function soundFacts(
  { path, agencyId, signal }: { path: string; agencyId: string; signal?: AbortSignal },
  ffmpegPath: string | null,
): Promise<(SoundFacts & { durationMs: number }) | 'tooLong' | null> {
  const ffmpeg = await findFfmpeg(ffmpegPath);
  const facts = await gate(
    agencyId,
    async () => {
      const declared = await probeMedia(ffmpeg, path, { signal });
      if (!('unfit' in declared) && (declared.seconds ?? 0) > mostSeconds) return 'tooLong';
      return measureAudio(ffmpeg, path, { signal, mostSeconds: mostSeconds + 1 });
    },
    signal,
  );
  if (facts === 'tooLong' || (!('unfit' in facts) && facts.seconds > mostSeconds)) return 'tooLong';
  if ('unfit' in facts || facts.peaks.length === 0) return null;
  return {
    loudnessLufs: facts.lufs,
    peakDb: facts.peakDb,
    peaks: Buffer.from(facts.peaks.buffer, facts.peaks.byteOffset, facts.peaks.length),
    durationMs: Math.round(facts.seconds * 1000),
  };
}
