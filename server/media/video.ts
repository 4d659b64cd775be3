import { runFfmpeg } from './ffmpeg.ts';

/** What is known of a video: its size as it is shown (turned where the file says so) in px, and its length. */
export type VideoFacts = { width: number; height: number; durationMs: number };

/** Reads an mp4's facts and decodes its first picture; null when it cannot be read. */
export async function probeVideo(ffmpeg: string, path: string, signal?: AbortSignal): Promise<VideoFacts | null> {
  const run = await runFfmpeg(ffmpeg, {
    path, format: 'mov', args: ['-map', '0:v:0', '-frames:v', '1', '-f', 'null', '-'], ...(signal && { signal }),
  });
  return run.code === 0 ? readFacts(run.stderr) : null;
}

/** The facts in what ffmpeg says of a run; null where one is missing or no picture came out. */
export function readFacts(said: string): VideoFacts | null {
  const duration = /Duration: (\d+):(\d\d):(\d\d)\.(\d\d)/.exec(said);
  const [, output = ''] = said.split(/^Output #0/m);
  const size = /Video: .*?[ ,](\d{2,5})x(\d{2,5})/.exec(output);
  if (!duration || !size || !/frame=\s*1\b/.test(output)) return null;
  const [hours = 0, minutes = 0, seconds = 0, hundredths = 0] = duration.slice(1).map(Number);
  const durationMs = ((hours * 60 + minutes) * 60 + seconds) * 1000 + hundredths * 10;
  return { width: Number(size[1]), height: Number(size[2]), durationMs };
}

const atMost960 = "scale=w='min(960,iw)':h='min(960,ih)':force_original_aspect_ratio=decrease";

/** A picture of the video (PNG) from about a tenth of its length, at most three seconds in; null when none can be decoded. */
export async function videoFrame(
  ffmpeg: string,
  { path, durationMs, signal }: { path: string; durationMs: number; signal?: AbortSignal },
): Promise<Buffer | null> {
  for (const seekSeconds of [Math.min(durationMs / 10_000, 3), 0]) {
    const run = await runFfmpeg(ffmpeg, {
      path, format: 'mov', seekSeconds, args: ['-map', '0:v:0', '-frames:v', '1', '-vf', atMost960, '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
      ...(signal && { signal }),
    });
    if (run.code === 0 && run.stdout.length > 0) return run.stdout;
  }
  return null;
}
