/** A copy of the project, in which mistakes are made. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectDir } from '../../tools/source-files.ts';

/** Copies the files that git tracks or would track, and links the project's packages; returns the folder. */
export function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectDir,
    encoding: 'utf8',
    maxBuffer: 64e6,
  });
  for (const path of listed.split('\0').filter((one) => one !== '')) {
    cpSync(join(projectDir, path), join(folder, path), { recursive: true, mode: 0, force: true });
  }
  symlinkSync(join(projectDir, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}
