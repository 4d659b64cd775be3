import { randomBytes } from 'node:crypto';
import type { Media } from './network.ts';
import type { Body } from './request.ts';

/** A multipart form with text fields and one file, streamed with its length known beforehand. Source: RFC 7578. */
export function multipartBody({ fields, file }: {
  fields: Readonly<Record<string, string>>;
  file: { field: string; media: Media };
}): Body {
  const boundary = `agencyreel-${randomBytes(18).toString('hex')}`;
  const { media } = file;
  const texts = Object.entries(fields).map(([name, value]) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`);
  const fileHead = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(file.field)}"; filename="${quoted(media.fileName)}"\r\n`
    + `content-type: ${media.contentType}\r\n\r\n`;
  const head = Buffer.from(texts.join('') + fileHead);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    kind: 'readable',
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: head.byteLength + media.sizeBytes + tail.byteLength,
    async *chunks() {
      yield head;
      yield* mediaBytes(media);
      yield tail;
    },
  };
}

/** The bytes of a file in chunks; throws when there are more or fewer than its row says, so that no damaged file goes out. */
export async function* mediaBytes(media: Media): AsyncGenerator<Uint8Array> {
  let given = 0;
  for await (const chunk of await media.open()) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    given += bytes.byteLength;
    if (given > media.sizeBytes) break;
    yield bytes;
  }
  if (given !== media.sizeBytes) throw new Error('The stored file is not as long as it should be');
}

/** Names inside quotes as browsers escape them. Source: HTML standard, "multipart form data". */
const quoted = (value: string): string => value.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
