/**
 * The page's first read, which `public/first-paint.js` requested before the app was loaded: by name, input as JSON, and
 * token.
 */
declare global {
  interface Window {
    firstRead?: { name: string; body: string; token: string; answer: Promise<Response> };
  }
}

/**
 * The answer to a call that was requested early; null for every other call. Concurrent callers share it; later ones do
 * not, because something may have changed since.
 */
export function takeFirstRead(asked: {
  name: string;
  body: string;
  token: string | undefined;
}): Promise<Response> | null {
  const read = globalThis.window?.firstRead;
  if (read === undefined || read.name !== asked.name) return null;
  setTimeout(() => {
    if (window.firstRead === read) delete window.firstRead;
  });
  if (read.body !== asked.body || read.token !== asked.token) return null;
  return read.answer.then((answer) => answer.clone());
}
