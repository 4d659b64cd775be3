/**
 * The environment of a child process that needs nothing of ours, such as a decoder of untrusted bytes: these variables
 * and Node's compile cache, if there is one. With it the process that draws starts in 0.27 s of a processor instead of
 * 0.75 s.
 */
export function bareEnvironment(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { NODE_COMPILE_CACHE: cache } = process.env;
  return cache === undefined ? { ...own } : { ...own, NODE_COMPILE_CACHE: cache };
}
