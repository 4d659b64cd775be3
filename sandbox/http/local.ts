import type { IncomingMessage } from 'node:http';

/** Whether a host (`localhost:4000`, `[::1]`) is this machine by name or address. */
export function isLocalHost(host: string): boolean {
  const name = host.replace(/\.?(:\d+)?$/, '').toLowerCase();
  return name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}

/** Whether the caller is on this machine without a proxy in between. */
export function isLoopback(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress ?? '';
  const proxied = ['via', 'forwarded', 'x-forwarded-for', 'x-forwarded-host'].some(
    (name) => request.headers[name] !== undefined,
  );
  return (address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1') && !proxied;
}
