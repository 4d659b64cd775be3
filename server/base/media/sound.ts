/** Measures uploaded sounds once, while the person waits for the answer. */
import { findFfmpeg } from '#render/ffmpeg/find.ts';
import { measureAudio } from '#render/audio/measure.ts';
import { openGate } from './gate.ts';

/**
 * Loudness by EBU R 128 over the whole, null for silence; the highest sample in dBFS; the lowest and the highest sample
 * of every 10 ms, one signed byte each.
 */
export type SoundFacts = { loudnessLufs: number | null; peakDb: number; peaks: Buffer };

/** Ten minutes of mp3 take up to four seconds of a core. */
const gate = openGate({ atOnce: 2, each: 1 });

/** Measures a sound on disk, whatever length it claims; null if it cannot be read or is empty. */
export async function soundFacts(
  { path, agencyId, signal }: { path: string; agencyId: string; signal?: AbortSignal },
  ffmpegPath: string | null,
): Promise<(SoundFacts & { durationMs: number }) | null> {
  const ffmpeg = await findFfmpeg(ffmpegPath);
  const facts = await gate(agencyId, () => measureAudio(ffmpeg, path, signal === undefined ? {} : { signal }), signal);
  if ('unfit' in facts || facts.peaks.length === 0) return null;
  return {
    loudnessLufs: facts.lufs,
    peakDb: facts.peakDb,
    peaks: Buffer.from(facts.peaks.buffer, facts.peaks.byteOffset, facts.peaks.length),
    durationMs: Math.round(facts.seconds * 1000),
  };
}
