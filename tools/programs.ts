/** Child processes of `npm test` and `npm run proof`. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectDir } from './source-files.ts';

/** Node's compile cache, shared by all processes; without it each would strip and compile every source again. */
const compileCache = join(projectDir, 'node_modules/.cache/compiled');

const running = new Set<(signal: NodeJS.Signals) => void>();

/** Ends all programs with everything that they have started: first gently, so that they say what they were doing. */
export async function endPrograms(): Promise<void> {
  for (const end of running) end('SIGTERM');
  await new Promise((resolve) => {
    setTimeout(resolve, 3000);
  });
  for (const end of running) end('SIGKILL');
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void endPrograms().then(() => process.exit(1));
  });
}

/**
 * Runs a program of node_modules/.bin (or by its path) in the project's folder, with its output on ours, and answers
 * whether it succeeded.
 */
export async function run(
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const bin = join(projectDir, 'node_modules/.bin');
  const isWindows = process.platform === 'win32';
  const child = spawn(/[/\\]/.test(program) ? program : join(bin, program), parameters, {
    cwd: projectDir,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: isWindows,
    // A group of its own, which ends as a whole.
    detached: !isWindows,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compileCache,
      ...environment,
      PATH: `${bin}${isWindows ? ';' : ':'}${process.env['PATH']}`,
    },
  });
  const end = (signal: NodeJS.Signals): void => {
    if (isWindows || child.pid === undefined) child.kill(signal);
    else
      try {
        process.kill(-child.pid, signal);
      } catch {
        // It has just ended by itself.
      }
  };
  running.add(end);
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(end);
      resolve(code === 0);
    });
  });
}
