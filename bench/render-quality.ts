/** The picture quality that the encoding keeps. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ffmpeg } from '#render/ffmpeg/find.ts';
import { runFfmpeg } from '#render/ffmpeg/run.ts';

/** An ffmpeg with our settings that loses almost nothing: its output represents the frames themselves. */
export async function almostLossless({ path, version }: Ffmpeg, dir: string): Promise<Ffmpeg> {
  await mkdir(dir, { recursive: true });
  const program = join(dir, 'almost-lossless');
  const lines = [
    '#!/bin/bash',
    'args=("$@")',
    'for i in "${!args[@]}"; do [ "${args[i]}" = -crf ] && args[i+1]=1; done',
    `exec '${path}' "\${args[@]}"`,
  ];
  await writeFile(program, `${lines.join('\n')}\n`, { mode: 0o755 });
  return { path: program, version: `${version} almost lossless` };
}

/** The VMAF of a video against its frames (0 to 100), over all of them; null if this ffmpeg lacks VMAF. */
export async function vmafOf(
  ffmpeg: Ffmpeg,
  { video, frames }: { video: string; frames: string },
): Promise<number | null> {
  const end = await runFfmpeg(ffmpeg, {
    args: ['-i', video, '-i', frames, '-lavfi', 'libvmaf=n_threads=2', '-f', 'null', '-'],
    limitSeconds: 1_800,
  });
  if (end.kind !== 'done') return null;
  const [, score] = /VMAF score: ([\d.]+)/.exec(end.said) ?? [];
  return score === undefined ? null : Number(score);
}
