import type { FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '#contract/messages.ts';
import type { Download } from '../../base/handlers.ts';
import type { Storage } from '../../base/storage/storage.ts';
import { sendInParts } from './in-parts.ts';
import { Refusal } from './refusal.ts';

/** Sends a stored file, or a part of it, as a download. Throws a 404 if the storage no longer has it. */
export async function sendDownload(
  request: FastifyRequest,
  { reply, storage, download }: { reply: FastifyReply; storage: Storage; download: Download },
): Promise<void> {
  const { objectName, fileName, contentType } = download;
  const headers = {
    'content-type': contentType,
    'content-disposition': dispositionOf(fileName),
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    etag: `"${objectName}"`,
  };
  const isThere = await sendInParts(request, reply, { headers, open: (range) => storage.open(objectName, range) });
  if (!isThere) throw new Refusal(404, messages.notFound);
}

/**
 * A file's name in a header, in any script (RFC 6266): plain letters for old programs, and the whole name
 * percent-encoded. `'Año 1.mp4' -> attachment; filename="A_o 1.mp4"; filename*=UTF-8''A%C3%B1o%201.mp4`
 */
export function dispositionOf(fileName: string): string {
  // A lone half of a surrogate pair cannot be encoded.
  const name =
    fileName
      .toWellFormed()
      .replace(/[\p{C}/\\]/gu, '')
      .slice(0, 200)
      .toWellFormed() || 'file';
  const plain = name.replace(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
