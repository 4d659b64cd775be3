import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { BodyLimit, FileSpec } from '#contract/base/call.ts';
import { messages } from '#contract/messages.ts';
import { isNestedTooDeep } from '#rules/json.ts';
import type { ReceivedFile } from '../../base/handlers.ts';
import { isNoRoom } from '../../base/storage/room.ts';
import { Refusal } from './refusal.ts';

/** A request's body as received: fields not yet validated, the file on disk until the body is disposed of. */
export type ReceivedBody = { fields: unknown; file: ReceivedFile | null } & AsyncDisposable;

/** The maximum body of a call without a file, and of any body read before the sender is identified. */
const usual: BodyLimit = { maxBytes: 1_000_000, tooLarge: messages.bodyTooLarge };
const emptyFields: Readonly<Record<string, unknown>> = {};
const formBytes = 64_000_000;
/**
 * How many bytes of an oversized body from a signed-in user are read and discarded: a client that is cut off while
 * sending never sees the reason.
 */
const patienceBytes = 500_000_000;
/** How long a sender of even more gets to read the reason, and how much is discarded meanwhile. */
const lastWordsMs = 1000;
const lastBytes = 8_000_000;

/** Accepts bytes; waits while the sender exceeds its rate. */
export type TakeIn = (bytes: number) => Promise<void>;
const unbounded: TakeIn = () => Promise.resolve();

/** Which file a body may carry, where it is stored, and what throttles a fast sender. */
type Reading = {
  file: FileSpec | undefined;
  /** The limit for everything but the file, if not the default. */
  limit?: BodyLimit | undefined;
  tmpDir: string;
  /** Whether the sender is identified: an oversized body is then read to its end, else left to `endUnread`. */
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
  const json = bytes.toString('utf8');
  if (isNestedTooDeep(json)) throw new Refusal(400, messages.nestedTooDeep);
  try {
    const parsed: unknown = JSON.parse(json);
    return parsed;
  } catch {
    throw new Refusal(400, messages.badRequest);
  }
}

/** A body within a size limit; null for a larger one, whose rest is left unread. */
export async function readUpTo(
  { raw }: FastifyRequest,
  mostBytes: number,
  takeIn: TakeIn = unbounded,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  // NOTE leaving the loop would otherwise destroy the connection, and the refusal with it.
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new Error('a request body came decoded');
    size += chunk.length;
    if (size > mostBytes) return null;
    chunks.push(chunk);
    await takeIn(chunk.length);
  }
  return Buffer.concat(chunks);
}

/** Reads and discards the rest of a body; cuts off a sender that exceeds that limit too. */
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
 * Handles the rest of a refused body before the answer. A signed-in sender's oversized body is read to its end, so that
 * they see the reason; the rest of any other sender's body is not read.
 */
export async function endUnread(request: FastifyRequest, refused: unknown): Promise<void> {
  if (request.raw.complete || cut.has(request.raw)) return;
  if (request.person === null) cutOff(request.raw);
  else if (refused instanceof Refusal && refused.status === 413) await readOff(request, unbounded);
}

/** Before any answer: the rest of a body that an unidentified sender still sends is not read. */
export function endUnreadOfUnknown(request: FastifyRequest): void {
  if (request.person === null && !request.raw.complete && !cut.has(request.raw)) cutOff(request.raw);
}

/** Senders to be cut off, whatever happens to their requests. */
const cut = new WeakSet<IncomingMessage>();

/**
 * Gives a sender time to read the reason, then disconnects it. A body that is small enough ends before that; its
 * connection stays, because it may already carry the sender's next request.
 */
function cutOff(raw: IncomingMessage): void {
  cut.add(raw);
  let size = 0;
  // NOTE Node reads any body to its end, however long, if nobody has begun to read it when the answer is sent.
  raw.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > lastBytes) raw.pause();
  });
  setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, lastWordsMs);
}

/**
 * Reads and discards the body of a refused request, no faster than `takeIn` allows. Call it before answering: Node
 * reads an unread body as fast as it comes.
 */
export function drain(request: FastifyRequest, takeIn: TakeIn): void {
  // Ends when the sender disconnects.
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
        // Read to its end nevertheless: a disconnected sender never sees the reason.
        part.file.resume();
        continue;
      }
      const received = await receive(part, { tmpDir, maxBytes: spec.maxBytes, takeIn });
      file = received;
    }
    // The message may depend on fields that follow the file.
    if (spec !== undefined && file !== null && file.sizeBytes >= spec.maxBytes)
      refused ??= new Refusal(413, tooLarge(spec, fields));
    if (refused !== null) throw refused;
    if (spec?.required === true && file === null) {
      throw new Refusal(422, messages.fileMissing, { [spec.field]: messages.fileMissing });
    }
    return { fields, file, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    // A full disk is our fault; any other error of the parser is the sender's.
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

/** Writes a file's bytes to disk; reads and discards what exceeds the limit. */
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

/** Cuts off a sender that does not stop. */
function endWhenEndless({ raw }: FastifyRequest, mostBytes: number): void {
  let size = 0;
  raw.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > mostBytes) raw.destroy();
  });
}
