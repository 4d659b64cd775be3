import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FileSpec } from '#contract/call.ts';
import { messages } from '#contract/messages.ts';
import type { ReceivedFile } from '../handlers.ts';
import { isNoRoom } from '../room.ts';
import { Refusal } from './refusal.ts';

/** A request's body as it came: its fields not yet validated, its file on disk until the body is disposed of. */
export type ReceivedBody = { fields: unknown; file: ReceivedFile | null } & AsyncDisposable;

const jsonBytes = 1_000_000;
const formBytes = 64_000_000;
/** What is read and thrown away of a body that is too large: who is cut off while sending does not get to read why. */
const patienceBytes = 500_000_000;
/** What who sends even more has to read why. */
const lastWordsMs = 1000;

/** Reads the body of a call: JSON, or multipart with the one file the call may carry. Throws a Refusal for anything else. */
export async function readBody(request: FastifyRequest, { file, tmpDir }: { file: FileSpec | undefined; tmpDir: string }): Promise<ReceivedBody> {
  const contentType = request.headers['content-type'] ?? '';
  if (contentType.startsWith('multipart/form-data')) {
    if (Number(request.headers['content-length'] ?? 0) <= formBytes) return readMultipart(request, { file, tmpDir });
    await readUpTo(request, 0);
    throw new Refusal(413, file === undefined ? messages.bodyTooLarge : tooLarge(file));
  }
  const bytes = await readUpTo(request, jsonBytes);
  if (bytes === null) throw new Refusal(413, messages.bodyTooLarge);
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

/** A body of at most so many bytes; null for a larger one, which has been read and thrown away. */
async function readUpTo({ raw }: FastifyRequest, mostBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  // NOTE a loop that is left would else destroy the connection, and the refusal with it.
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new Error('a request body came decoded');
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
    if (size > patienceBytes) break;
  }
  if (size > patienceBytes) setTimeout(() => { raw.destroy(); }, lastWordsMs);
  return size > mostBytes ? null : Buffer.concat(chunks);
}

async function readMultipart(request: FastifyRequest, { file: spec, tmpDir }: { file: FileSpec | undefined; tmpDir: string }): Promise<ReceivedBody> {
  const fields: Record<string, unknown> = {};
  let file: ReceivedFile | null = null;
  let refused: Refusal | null = null;
  const dispose = async (): Promise<void> => {
    if (file !== null) await rm(file.path, { force: true });
  };
  try {
    endWhenEndless(request);
    const limits = { fieldNameSize: 100, fieldSize: jsonBytes, fields: 50, parts: 55, headerPairs: 50, fileSize: formBytes };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) refused ??= new Refusal(413, messages.bodyTooLarge);
        fields[part.fieldname] = part.value;
        continue;
      }
      refused ??= whyNotTaken(part, { spec, first: file === null });
      if (refused !== null || spec === undefined) {
        // Read to its end all the same: a sender who is cut off does not get to read why.
        part.file.resume();
        continue;
      }
      const received = await receive(part, tmpDir, spec.maxBytes);
      file = received;
      if (received.sizeBytes >= spec.maxBytes) refused = new Refusal(413, tooLarge(spec));
    }
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

const tooLarge = ({ field }: FileSpec): string => (field === 'stream' ? messages.streamFileTooLarge : messages.imageTooLarge);

function whyNotTaken({ fieldname }: MultipartFile, { spec, first }: { spec: FileSpec | undefined; first: boolean }): Refusal | null {
  if (spec === undefined || fieldname !== spec.field) return new Refusal(422, messages.fileUnexpected, { [fieldname]: messages.fileUnexpected });
  return first ? null : new Refusal(422, messages.fileSecond, { [fieldname]: messages.fileSecond });
}

/** Writes a file's bytes to disk; what goes beyond the limit is read and dropped. */
async function receive(part: MultipartFile, tmpDir: string, maxBytes: number): Promise<ReceivedFile> {
  await mkdir(tmpDir, { recursive: true });
  const path = join(tmpDir, randomBytes(16).toString('hex'));
  let sizeBytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      done(null, sizeBytes < maxBytes ? chunk : undefined);
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
function endWhenEndless({ raw }: FastifyRequest): void {
  let size = 0;
  raw.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > formBytes) raw.destroy();
  });
}
