import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { BodyLimit, FileSpec } from '#contract/call.ts';
import { messages } from '#contract/messages.ts';
import type { ReceivedFile } from '../app/handlers.ts';
import { isNoRoom } from '../lib/room.ts';
import { Refusal } from './refusal.ts';

/** A request's body as it came: its fields not yet validated, its file on disk until the body is disposed of. */
export type ReceivedBody = { fields: unknown; file: ReceivedFile | null } & AsyncDisposable;

/** Of a call without a file: all that is ever read of a body before it is known who sends it. */
const usual: BodyLimit = { maxBytes: 1_000_000, tooLarge: messages.bodyTooLarge };
const emptyFields: Readonly<Record<string, unknown>> = {};
const formBytes = 64_000_000;
/**
 * The bytes of too large a body from a signed-in user that are read and dropped: a client that is cut off while sending
 * does not get to read why.
 */
const patienceBytes = 500_000_000;
/** How long who sends even more has to read why, and how much of it is thrown away meanwhile. */
const lastWordsMs = 1000;
const lastBytes = 8_000_000;

/** Takes bytes in, and waits while the sender is ahead of its rate. */
export type TakeIn = (bytes: number) => Promise<void>;
const unbounded: TakeIn = () => Promise.resolve();

/** Which file a body may carry, where that goes, and what holds back who sends too fast. */
type Reading = {
  file: FileSpec | undefined;
  /** How much it may be beside the file, where that is not the usual. */
  limit?: BodyLimit | undefined;
  tmpDir: string;
  /** Whether it is known who sends it: then what is too large is read to its end, else it is left to `endUnread`. */
  isKnown: boolean;
  takeIn?: TakeIn;
};

/**
 * Reads the body of a call: JSON, or multipart with the one file the call may carry. Throws a Refusal for anything
 * else.
 */
export async function readBody(
  request: FastifyRequest,
  { file, limit = usual, tmpDir, isKnown, takeIn = unbounded }: Reading,
): Promise<ReceivedBody> {
  const contentType = request.headers['content-type'] ?? '';
  if (contentType.startsWith('multipart/form-data')) {
    const mostBytes = file === undefined ? limit.maxBytes : formBytes;
    if (Number(request.headers['content-length'] ?? 0) <= mostBytes)
      return readMultipart(request, { file, limit, tmpDir, takeIn });
    if (isKnown) await readOff(request, takeIn);
    throw new Refusal(413, file === undefined ? limit.tooLarge : tooLarge(file, emptyFields));
  }
  const bytes = await readUpTo(request, limit.maxBytes, takeIn);
  if (bytes === null && isKnown) await readOff(request, takeIn);
  if (bytes === null) throw new Refusal(413, limit.tooLarge);
  const fields = parseJson(bytes, contentType);
  return { fields, file: null, [Symbol.asyncDispose]: async () => {} };
}

function parseJson(bytes: Buffer, contentType: string): unknown {
  if (bytes.length === 0) return {};
  if (!/^application\/json\b/i.test(contentType)) throw new Refusal(415, messages.badRequest);
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'));
    return parsed;
  } catch {
    throw new Refusal(400, messages.badRequest);
  }
}

/** A body of at most so many bytes; null for a larger one, of which the rest is left unread. */
async function readUpTo({ raw }: FastifyRequest, mostBytes: number, takeIn: TakeIn): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  // NOTE a loop that is left would else destroy the connection, and the refusal with it.
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new Error('a request body came decoded');
    size += chunk.length;
    if (size > mostBytes) return null;
    chunks.push(chunk);
    await takeIn(chunk.length);
  }
  return Buffer.concat(chunks);
}

/** Reads what there still is of a body and throws it away; who sends too much even for that is cut off. */
async function readOff({ raw }: FastifyRequest, takeIn: TakeIn): Promise<void> {
  let size = 0;
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new Error('a request body came decoded');
    size += chunk.length;
    if (size > patienceBytes) return cutOff(raw);
    await takeIn(chunk.length);
  }
}

/**
 * Ends with what a refused sender is still sending, before the answer: of somebody who is signed in a body that is too
 * large is read to its end, so that they get to read why; of anybody else nothing more is read.
 */
export async function endUnread(request: FastifyRequest, refused: unknown): Promise<void> {
  if (request.raw.complete || cut.has(request.raw)) return;
  if (request.person === null) cutOff(request.raw);
  else if (refused instanceof Refusal && refused.status === 413) await readOff(request, unbounded);
}

/** Senders who are cut off, whatever else becomes of their requests. */
const cut = new WeakSet<IncomingMessage>();

/**
 * Leaves a sender the time to read why, and no more. What is small enough ends meanwhile, and its connection, which may
 * carry the sender's next request by then, stays.
 */
function cutOff(raw: IncomingMessage): void {
  cut.add(raw);
  let size = 0;
  // NOTE Node reads a body to its end, however long, that nobody has begun to read by the time the answer is out.
  raw.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > lastBytes) raw.pause();
  });
  setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, lastWordsMs);
}

/**
 * Reads and throws away the body of a request that is refused, no faster than `takeIn` lets it. Call it before the
 * answer: what nobody reads by then Node reads as fast as it comes.
 */
export function drain(request: FastifyRequest, takeIn: TakeIn): void {
  // A sender who leaves ends it.
  readOff(request, takeIn).catch(() => {});
}

async function readMultipart(
  request: FastifyRequest,
  { file: spec, limit, tmpDir, takeIn }: Omit<Reading, 'isKnown'> & { limit: BodyLimit; takeIn: TakeIn },
): Promise<ReceivedBody> {
  const fields: Record<string, unknown> = {};
  let file: ReceivedFile | null = null;
  let refused: Refusal | null = null;
  const dispose = async (): Promise<void> => {
    if (file !== null) await rm(file.path, { force: true });
  };
  try {
    endWhenEndless(request, spec === undefined ? limit.maxBytes : formBytes);
    const limits = {
      fieldNameSize: 100,
      fieldSize: limit.maxBytes,
      fields: 50,
      parts: 55,
      headerPairs: 50,
      fileSize: formBytes,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) refused ??= new Refusal(413, limit.tooLarge);
        fields[part.fieldname] = part.value;
        continue;
      }
      refused ??= whyNotTaken(part, { spec, first: file === null });
      if (refused !== null || spec === undefined) {
        // Read to its end all the same: a sender who is cut off does not get to read why.
        part.file.resume();
        continue;
      }
      const received = await receive(part, { tmpDir, maxBytes: spec.maxBytes, takeIn });
      file = received;
    }
    // The words may depend on fields that come behind the file.
    if (spec !== undefined && file !== null && file.sizeBytes >= spec.maxBytes)
      refused ??= new Refusal(413, tooLarge(spec, fields));
    if (refused !== null) throw refused;
    if (spec?.required === true && file === null) {
      throw new Refusal(422, messages.fileMissing, { [spec.field]: messages.fileMissing });
    }
    return { fields, file, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    // A full disk is ours; whatever else the parser could not make sense of is the sender's mistake.
    throw error instanceof Refusal || isNoRoom(error) ? error : new Refusal(statusOf(error), messages.badRequest);
  }
}

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413 ? 413 : 400;

const tooLarge = ({ tooLarge: words }: FileSpec, fields: Readonly<Record<string, unknown>>): string =>
  typeof words === 'string' ? words : words(fields);

function whyNotTaken(
  { fieldname }: MultipartFile,
  { spec, first }: { spec: FileSpec | undefined; first: boolean },
): Refusal | null {
  if (spec === undefined || fieldname !== spec.field)
    return new Refusal(422, messages.fileUnexpected, { [fieldname]: messages.fileUnexpected });
  return first ? null : new Refusal(422, messages.fileSecond, { [fieldname]: messages.fileSecond });
}

type Receiving = { tmpDir: string; maxBytes: number; takeIn: TakeIn };

/** Writes a file's bytes to disk; what goes beyond the limit is read and dropped. */
async function receive(part: MultipartFile, { tmpDir, maxBytes, takeIn }: Receiving): Promise<ReceivedFile> {
  await mkdir(tmpDir, { recursive: true });
  const path = join(tmpDir, randomBytes(16).toString('hex'));
  let sizeBytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      void takeIn(chunk.length).then(() => {
        done(null, sizeBytes < maxBytes ? chunk : undefined);
      });
    },
  });
  try {
    await pipeline(part.file, counter, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, fileName: part.filename, sizeBytes };
}

/** Cuts off a sender who does not stop. */
function endWhenEndless({ raw }: FastifyRequest, mostBytes: number): void {
  let size = 0;
  raw.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > mostBytes) raw.destroy();
  });
}
