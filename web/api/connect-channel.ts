/**
 * The messages between the window on a network's page and the window that opened it. Not through `opener`, which
 * networks cut (Cross-Origin-Opener-Policy). Only pages of our own origin receive them. `state` identifies the visit.
 */
export type ConnectNews =
  | { kind: 'ended'; state: string }
  | { kind: 'code'; state: string; code: string; error: string }
  | { kind: 'taken'; state: string };

const name = 'agencyreel-connect';

/** Sends a message to all windows of the product. */
export function tellWindows(news: ConnectNews): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(news);
  channel.close();
}

/** Calls back with every message; returns a function to stop. */
export function hearWindows(listener: (news: ConnectNews) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isNews(data)) listener(data);
  });
  return () => channel.close();
}

const isNews = (data: unknown): data is ConnectNews =>
  typeof data === 'object' &&
  data !== null &&
  'kind' in data &&
  'state' in data &&
  typeof data.state === 'string' &&
  (data.kind === 'ended' ||
    data.kind === 'taken' ||
    (data.kind === 'code' &&
      'code' in data &&
      typeof data.code === 'string' &&
      'error' in data &&
      typeof data.error === 'string'));
