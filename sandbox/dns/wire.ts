/** The wire format of DNS queries and answers. Source: RFC 1035, 4; CAA: RFC 8659, 4.1; AAAA: RFC 3596. */

/** The known types of records, by their numbers. */
export const recordTypes = { A: 1, CNAME: 5, TXT: 16, AAAA: 28, CAA: 257 } as const;
export type RecordType = keyof typeof recordTypes;

/** Whether a word names a type of record. */
export const isRecordType = (word: unknown): word is RecordType =>
  typeof word === 'string' && Object.hasOwn(recordTypes, word);

/**
 * A record as people write it: 'A' '127.0.0.1', 'TXT' 'words', 'CAA' 'letsencrypt.org'. It is invisible before `from`.
 */
export type DnsRecord = { host: string; type: RecordType; value: string; from?: Date };

/** A query: the message id, the name and the number of its type. */
export type Question = { id: number; name: string; type: number; raw: Buffer };

/** Parses the single question of a message; null if it is not one. */
export function readQuestion(message: Buffer): Question | null {
  if (message.length < 17 || message.readUInt16BE(4) !== 1) return null;
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    if (length > 63 || at + 1 + length >= message.length) return null;
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  if (at + 5 > message.length) return null;
  const raw = message.subarray(12, at + 5);
  return { id: message.readUInt16BE(0), name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), raw };
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')])),
    Buffer.from([0]),
  ]);

/** Strings of at most 255 bytes each, the form of TXT data. */
function chunks(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}

function dataOf({ type, value }: DnsRecord): Buffer {
  switch (type) {
    case 'A':
      return Buffer.from(value.split('.').map(Number));
    case 'AAAA':
      return Buffer.from(
        value
          .split(':')
          .map((part) => part.padStart(4, '0'))
          .join(''),
        'hex',
      );
    case 'CNAME':
      return nameBytes(value);
    case 'TXT':
      return chunks(value);
    case 'CAA':
      return Buffer.concat([Buffer.from([0, 5]), Buffer.from(`issue${value}`)]);
    default:
      return type satisfies never;
  }
}

/** A complete answer; `code` 0 is no error, 2 a server failure, 3 no such name. */
export function writeAnswer(
  question: Question,
  { records, code }: { records: readonly DnsRecord[]; code: number },
): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(question.id, 0);
  head.writeUInt16BE(0x8580 + code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  const answers = records.map((record) => {
    const data = dataOf(record);
    const fixed = Buffer.alloc(10);
    fixed.writeUInt16BE(recordTypes[record.type], 0);
    fixed.writeUInt16BE(1, 2);
    fixed.writeUInt32BE(60, 4);
    fixed.writeUInt16BE(data.length, 8);
    return Buffer.concat([nameBytes(record.host), fixed, data]);
  });
  return Buffer.concat([head, question.raw, ...answers]);
}
