import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * The environment of a child process that inherits none, such as a decoder of untrusted bytes: these variables, and
 * Node's compile cache if this process uses one. With it the process that draws starts in 0.27 s of a processor instead
 * of 0.75 s.
 */
export function bareEnvironment(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  // Node keeps a folder for each of its versions in the one that it was given.
  const folder = getCompileCacheDir();
  return folder === undefined ? { ...own } : { ...own, NODE_COMPILE_CACHE: dirname(folder) };
}
