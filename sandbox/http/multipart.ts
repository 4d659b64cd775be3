/** One part of a multipart/form-data body; a file if it has a `filename`. */
export type Part = { name: string; filename?: string; type: string; data: Buffer };

const crlf = Buffer.from('\r\n');
const blank = Buffer.from('\r\n\r\n');

/** The parts of a body (RFC 7578), or undefined if the boundary or a part's head is wrong. */
export function parseMultipart(body: Buffer, contentType: string): Part[] | undefined {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  if (!boundary) return undefined;
  const mark = Buffer.from(`--${boundary[1] ?? boundary[2]}`);
  const parts: Part[] = [];
  let at = body.indexOf(mark);
  if (at < 0) return undefined;
  for (;;) {
    at += mark.length;
    if (body.subarray(at, at + 2).toString() === '--') return parts;
    if (!body.subarray(at, at + 2).equals(crlf)) return undefined;
    const headEnd = body.indexOf(blank, at);
    const next = body.indexOf(Buffer.concat([crlf, mark]), at);
    if (headEnd < 0 || next < 0) return undefined;
    const part = readPart(body.subarray(at + 2, headEnd).toString(), body.subarray(Math.min(headEnd + 4, next), next));
    if (!part) return undefined;
    parts.push(part);
    at = next + 2;
  }
}

function readPart(head: string, data: Buffer): Part | undefined {
  const disposition = /^content-disposition:\s*form-data(.*)$/im.exec(head)?.[1] ?? '';
  const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1];
  if (name === undefined) return undefined;
  const filename = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1];
  const type =
    /^content-type:\s*(\S+)/im.exec(head)?.[1] ?? (filename === undefined ? 'text/plain' : 'application/octet-stream');
  return filename === undefined ? { name, type, data } : { name, filename, type, data };
}
