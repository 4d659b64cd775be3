/**
 * The language of XML-RPC: values to XML and back. Source: xmlrpc.com/spec.md; tools/real-wordpress.proof.ts checks it.
 */

import { XMLParser } from 'fast-xml-parser';
import type { Body } from '#outbound/body.ts';
import { fileBytes } from '#outbound/files.ts';
import { withoutControls } from '#rules/visible.ts';
import type { Media } from '../network.ts';

/** A value that a call may carry; a file is sent as base64, streamed. */
export type XmlValue =
  | string
  | number
  | boolean
  | { file: Media }
  | readonly XmlValue[]
  | { struct: Readonly<Record<string, XmlValue>> };

/** A call as the body of a request, its length known beforehand. */
export function encodeCall(method: string, params: readonly XmlValue[]): Body {
  const parts = [
    `<?xml version="1.0" encoding="UTF-8"?><methodCall><methodName>${escapeXml(method)}</methodName><params>`,
    ...params.flatMap((param) => ['<param>', ...encodeValue(param), '</param>']),
    '</params></methodCall>',
  ];
  const pieces = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const sizeBytes = pieces.reduce(
    (sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.byteLength : 4 * Math.ceil(piece.sizeBytes / 3)),
    0,
  );
  return {
    kind: 'readable',
    contentType: 'text/xml; charset=utf-8',
    sizeBytes,
    async *chunks() {
      for (const piece of pieces) {
        if (Buffer.isBuffer(piece)) yield piece;
        else yield* base64Of(piece);
      }
    },
  };
}

function encodeValue(value: XmlValue): (string | Media)[] {
  if (typeof value === 'string') return [`<value><string>${escapeXml(value)}</string></value>`];
  if (typeof value === 'boolean') return [`<value><boolean>${value ? 1 : 0}</boolean></value>`];
  if (typeof value === 'number') return [`<value><int>${Math.trunc(value)}</int></value>`];
  if ('file' in value) return ['<value><base64>', value.file, '</base64></value>'];
  if ('struct' in value) {
    const members = Object.entries(value.struct).flatMap(([name, member]) => [
      `<member><name>${escapeXml(name)}</name>`,
      ...encodeValue(member),
      '</member>',
    ]);
    return ['<value><struct>', ...members, '</struct></value>'];
  }
  return ['<value><array><data>', ...value.flatMap(encodeValue), '</data></array></value>'];
}

/** XML 1.0 forbids most control characters, even escaped. */
function escapeXml(text: string): string {
  return withoutControls(text.toWellFormed())
    .replace(/\p{Noncharacter_Code_Point}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

async function* base64Of(media: Media): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of fileBytes(media)) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.byteLength - (bytes.byteLength % 3);
    rest = bytes.subarray(whole);
    if (whole > 0) yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1');
  }
  if (rest.byteLength > 0) yield Buffer.from(rest.toString('base64'), 'latin1');
}

/** The result of a call: a value of strings, numbers, booleans, arrays and records; a fault; or unreadable. */
export type Decoded =
  | { kind: 'value'; value: unknown }
  | { kind: 'fault'; code: number; message: string }
  | { kind: 'unreadable' };

/** No real answer declares entities: one that does is rejected, and all others are bounded by these limits. */
const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  processEntities: { enabled: true, maxTotalExpansions: 200_000, maxExpandedLength: 2_000_000 },
  isArray: (name) => name === 'member' || name === 'value',
});

const closing = '</methodResponse>';

/** Parses an answer. WordPress sites often put white space, a byte order mark or a PHP warning before it. */
export function decodeAnswer(text: string): Decoded {
  const start = text.search(/<\?xml|<methodResponse/);
  const end = text.lastIndexOf(closing);
  // NOTE the parser accepts a truncated document, so the end is checked first.
  if (start === -1 || end < start) return { kind: 'unreadable' };
  const document = text.slice(start, end + closing.length);
  if (/<!DOCTYPE|<!ENTITY/i.test(document)) return { kind: 'unreadable' };
  try {
    const response = childOf(parser.parse(document), 'methodResponse');
    const fault = childOf(response, 'fault');
    if (fault !== undefined) return faultOf(decodeValue(firstOf(childOf(fault, 'value'))));
    const value = firstOf(childOf(childOf(childOf(response, 'params'), 'param'), 'value'));
    return value === undefined ? { kind: 'unreadable' } : { kind: 'value', value: decodeValue(value) };
  } catch {
    // Any fault in the XML makes the answer unreadable.
    return { kind: 'unreadable' };
  }
}

function faultOf(value: unknown): Decoded {
  const [code, message] = [Number(childOf(value, 'faultCode')), childOf(value, 'faultString')];
  return Number.isNaN(code)
    ? { kind: 'unreadable' }
    : { kind: 'fault', code, message: typeof message === 'string' ? message : '' };
}

function decodeValue(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return textOf(node);
  const type = Object.keys(node).find((name) => name !== '#text') ?? '#text';
  const content = childOf(node, type);
  switch (type) {
    case 'int':
    case 'i4':
    case 'i8':
    case 'double':
      return Number(textOf(content));
    case 'boolean':
      return textOf(content).trim() === '1';
    case 'array':
      return listOf(childOf(childOf(content, 'data'), 'value')).map(decodeValue);
    case 'struct':
      return Object.fromEntries(
        listOf(childOf(content, 'member')).map((member) => [
          textOf(childOf(member, 'name')),
          decodeValue(firstOf(childOf(member, 'value'))),
        ]),
      );
    case 'nil':
      return null;
    default:
      return textOf(content);
  }
}

const listOf = (node: unknown): unknown[] => (Array.isArray(node) ? node : []);
const firstOf = (node: unknown): unknown => (Array.isArray(node) ? node[0] : node);
const textOf = (node: unknown): string => (typeof node === 'string' ? node : '');

function childOf(node: unknown, name: string): unknown {
  if (typeof node !== 'object' || node === null) return undefined;
  return Object.entries(node).find(([key]) => key === name)?.[1];
}
