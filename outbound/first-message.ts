import { WebSocket, type Agent } from 'undici';

/** The first text from a websocket; null if none comes within `timeoutMs`, or it closes or cannot be reached. */
export function firstMessage(
  agent: Agent,
  url: URL,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<string | null> {
  return new Promise((settle) => {
    const socket = new WebSocket(url, { dispatcher: agent });
    const end = (message: string | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      settle(message);
      socket.close();
    };
    const giveUp = (): void => end(null);
    const timer = setTimeout(giveUp, timeoutMs);
    signal.addEventListener('abort', giveUp);
    socket.addEventListener('message', ({ data }: { data: unknown }) => end(typeof data === 'string' ? data : null));
    socket.addEventListener('error', giveUp);
    socket.addEventListener('close', giveUp);
    if (signal.aborted) giveUp();
  });
}
