/** What has to be cleaned up however a test's process ends: `kill -9` too. */
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Runs a shell script once this process has ended: a shell waits for the end of our pipe, which even a killed process
 * closes. `args` are `$1` and on. What is returned calls it off.
 */
export function whenThisProcessEnds(script: string, args: readonly string[]): () => void {
  const guard = spawn('sh', ['-c', `cat >/dev/null; ${script}`, 'sh', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  // The pipe alone must not keep this process alive; Node makes it a socket.
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return () => {
    guard.kill('SIGKILL');
  };
}
