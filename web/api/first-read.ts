/**
 * What `public/first-paint.js` has asked the server for before the app was there: the first read of the page, by name,
 * input as JSON, and token.
 */
declare global {
  interface Window {
    firstRead?: { name: string; body: string; token: string; answer: Promise<Response> };
  }
}

/**
 * The answer to a call that was asked for so early; null for every other call. All that ask for it at the same time get
 * it, and nobody later: something may have changed since.
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
