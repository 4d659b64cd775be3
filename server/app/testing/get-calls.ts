/** Lets tests make GET calls like all others, as a POST of JSON. */
import { calls } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';

const gets: ReadonlySet<string> = new Set(calls.filter(({ method }) => method === 'GET').map(({ name }) => name));

/**
 * Sends a request. A POST of JSON to a GET call is sent as GET with its fields as the query; a file in the answer
 * becomes the envelope of a success without data.
 */
export async function requestTo(url: string, path: string, init: RequestInit = {}): Promise<Response> {
  if (init.method !== 'POST' || !gets.has(path.replace('/api/', ''))) return fetch(url + path, init);
  const query = new URLSearchParams(fieldsOf(init.body));
  const headers = new Headers(init.headers);
  headers.delete('content-type');
  const response = await fetch(`${url}${path}?${query.toString()}`, { headers });
  // Node itself refuses an address beyond 16 kB, before any of our code runs.
  if (response.status === 431) return Response.json({ status: false, message: messages.bodyTooLarge }, { status: 431 });
  if (!response.ok || response.headers.get('content-disposition') === null) return response;
  await response.arrayBuffer();
  return Response.json({ status: true, message: '', data: null });
}

function fieldsOf(body: RequestInit['body']): [string, string][] {
  if (typeof body !== 'string') return [];
  const fields: unknown = JSON.parse(body);
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.entries(fields).map(([name, value]) => [name, String(value)]);
}
