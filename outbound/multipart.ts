import { randomBytes } from 'node:crypto';
import type { Body } from './body.ts';
import { fileBytes, type OutboundFile } from './files.ts';

/** A file under the name of its field. */
export type FilePart = { field: string; file: OutboundFile };

/** A multipart form with text fields, then files, streamed with its length known beforehand. Source: RFC 7578. */
export function multipartBody({
  fields,
  files,
}: {
  fields: Readonly<Record<string, string>>;
  files: readonly FilePart[];
}): Body {
  const boundary = `agencyreel-${randomBytes(18).toString('hex')}`;
  const texts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`),
  );
  const parts = files.flatMap(({ field, file }) => [
    Buffer.from(headOf(boundary, field, file)),
    file,
    Buffer.from('\r\n'),
  ]);
  const pieces = [...texts, ...parts, Buffer.from(`--${boundary}--\r\n`)];
  return {
    kind: 'readable',
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.byteLength : piece.sizeBytes), 0),
    async *chunks() {
      for (const piece of pieces) {
        if (Buffer.isBuffer(piece)) yield piece;
        else yield* fileBytes(piece);
      }
    },
  };
}

const headOf = (boundary: string, field: string, { fileName, contentType }: OutboundFile): string =>
  [
    `--${boundary}`,
    `content-disposition: form-data; name="${quoted(field)}"; filename="${quoted(fileName)}"`,
    `content-type: ${contentType}`,
    '\r\n',
  ].join('\r\n');

/** Names inside quotes as browsers escape them. Source: HTML standard, "multipart form data". */
const quoted = (value: string): string => value.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
