import { escapeHtml } from '../json.ts';

/** The content of a methodCall, or undefined if it is not well formed. base64 is returned as Buffer, dates as text. */
export function readMethodCall(xml: string): { method: string; params: unknown[] } | undefined {
  const method = /<methodName>\s*([^<\s]+)\s*<\/methodName>/.exec(xml)?.[1];
  if (!method || !/<\/methodCall>\s*$/.test(xml)) return undefined;
  const reader = { xml, at: xml.indexOf('</methodName>') };
  const params: unknown[] = [];
  try {
    while (seek(reader, ['<param>', '</methodCall>']) === '<param>') params.push(readValue(reader));
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
  return { method, params };
}

class Malformed extends Error {}
type Reader = { xml: string; at: number };

/** Moves past the first of the tags and returns which it was. */
function seek(reader: Reader, tags: string[]): string {
  const found = tags
    .map((tag) => ({ tag, at: reader.xml.indexOf(tag, reader.at) }))
    .filter((each) => each.at >= 0)
    .sort((a, b) => a.at - b.at)[0];
  if (!found) throw new Malformed();
  reader.at = found.at + found.tag.length;
  return found.tag;
}

function textUntil(reader: Reader, tag: string): string {
  const end = reader.xml.indexOf(tag, reader.at);
  if (end < 0) throw new Malformed();
  const inner = reader.xml.slice(reader.at, end);
  reader.at = end + tag.length;
  return inner;
}

function readValue(reader: Reader): unknown {
  seek(reader, ['<value>']);
  const type = /^\s*<([a-zA-Z0-9.]+)\s*(\/?)>/.exec(reader.xml.slice(reader.at, reader.at + 200));
  if (!type) return decode(textUntil(reader, '</value>'));
  reader.at += type[0].length;
  const name = type[1] ?? '';
  const value = type[2]
    ? ''
    : name === 'struct'
      ? readStruct(reader)
      : name === 'array'
        ? readArray(reader)
        : scalar(name, textUntil(reader, `</${name}>`));
  seek(reader, ['</value>']);
  return value;
}

function readStruct(reader: Reader): Record<string, unknown> {
  const struct: Record<string, unknown> = {};
  while (seek(reader, ['<member>', '</struct>']) === '<member>') {
    seek(reader, ['<name>']);
    const name = decode(textUntil(reader, '</name>'));
    struct[name] = readValue(reader);
    seek(reader, ['</member>']);
  }
  return struct;
}

function readArray(reader: Reader): unknown[] {
  const items: unknown[] = [];
  seek(reader, ['<data>', '<data/>']);
  while (/^\s*<value>/.test(reader.xml.slice(reader.at, reader.at + 200))) items.push(readValue(reader));
  seek(reader, ['</array>']);
  return items;
}

function scalar(type: string, inner: string): unknown {
  switch (type) {
    case 'int':
    case 'i4':
    case 'i8':
    case 'double':
      return Number(inner);
    case 'boolean':
      return inner.trim() === '1';
    case 'base64':
      return Buffer.from(inner, 'base64');
    case 'string':
    case 'dateTime.iso8601':
      return decode(inner);
    case 'nil':
      return null;
    default:
      throw new Malformed();
  }
}

function decode(value: string): string {
  return value
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, inner: string) =>
      inner.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    )
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, hex ? 16 : 10)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

/** A methodResponse with one value. */
export function methodResponse(value: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<methodResponse>
  <params>
    <param>
      <value>${encode(value)}</value>
    </param>
  </params>
</methodResponse>
`;
}

/** A fault response; the HTTP status stays 200. */
export function faultResponse(code: number, message: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<methodResponse>
  <fault>
    <value>${encode({ faultCode: code, faultString: message })}</value>
  </fault>
</methodResponse>
`;
}

/** A date as XML-RPC writes it: 20261121T10:16:00. */
export class XmlDate {
  readonly text: string;

  constructor(iso: string) {
    this.text = iso.slice(0, 19).replaceAll('-', '');
  }
}

function encode(value: unknown): string {
  if (value instanceof XmlDate) return `<dateTime.iso8601>${value.text}</dateTime.iso8601>`;
  if (Array.isArray(value))
    return `<array><data>${value.map((each) => `<value>${encode(each)}</value>`).join('')}</data></array>`;
  if (typeof value === 'number') return `<int>${value}</int>`;
  if (typeof value === 'boolean') return `<boolean>${value ? 1 : 0}</boolean>`;
  if (typeof value === 'object' && value !== null)
    return `<struct>${Object.entries(value)
      .map(([name, each]) => `<member><name>${escapeHtml(name)}</name><value>${encode(each)}</value></member>`)
      .join('')}</struct>`;
  return `<string>${typeof value === 'string' ? escapeHtml(value) : ''}</string>`;
}
