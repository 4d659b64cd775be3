/** Clean-up that runs however a test's process ends, even by `kill -9`. */
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Runs a shell script once this process has ended: a shell waits for the end of our pipe, which even a killed process
 * closes. `args` are `$1` onwards. The returned function cancels it.
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
