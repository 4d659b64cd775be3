import type { IncomingMessage } from 'node:http';
import { isJson, parseJson, type Json } from '../json.ts';
import { parseMultipart, type Part } from './multipart.ts';

/** One request with its whole body. `path` starts after the network's prefix; header names are lower case. */
export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Buffer;
};

/** Thrown when a body is larger than the network accepts. */
export class BodyTooLarge extends Error {}

/** The body in full, at most `limit` bytes. Throws BodyTooLarge, or the socket's own error. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    request.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= limit) chunks.push(chunk);
    });
    request.on('end', () =>
      sizeBytes > limit
        ? reject(new BodyTooLarge())
        : resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, sizeBytes)),
    );
    request.on('error', reject);
    request.on('close', () => reject(new Error('the caller hung up')));
  });
}

/** The media type of a request, lower case, without parameters. */
export function contentType(call: Call): string {
  return (call.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/**
 * Fields of a query, form, multipart or JSON body, and its files by field name. `undefined` when the body is malformed.
 */
export function readFields(call: Call): { fields: Json; files: Map<string, Part> } | undefined {
  const fields: Json = Object.fromEntries(call.query);
  const files = new Map<string, Part>();
  const type = contentType(call);
  if (call.body.length === 0) return { fields, files };
  if (type === 'application/json') {
    const value = parseJson(call.body.toString());
    if (!isJson(value)) return undefined;
    return { fields: { ...fields, ...value }, files };
  }
  if (type === 'multipart/form-data') {
    const parts = parseMultipart(call.body, call.headers['content-type'] ?? '');
    if (!parts) return undefined;
    for (const part of parts) {
      if (part.filename === undefined) fields[part.name] = part.data.toString();
      else files.set(part.name, part);
    }
    return { fields, files };
  }
  if (type === 'application/x-www-form-urlencoded')
    Object.assign(fields, Object.fromEntries(new URLSearchParams(call.body.toString())));
  return { fields, files };
}
