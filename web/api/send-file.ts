/** Uploads files: small ones in one call, large ones in pieces, which resume where an earlier try stopped. */
import type { UploadType } from '#contract/content/library.ts';
import type { Data } from '#contract/index.ts';
import { bytesOfPieces, pieceAt, pieceBytes, pieceCount } from '#rules/pieces.ts';
import { call, CallError } from './call.ts';
import { serverIsBack } from './line.ts';

/** The target of a file: a stream, at a position in it, or the library, for a purpose. */
export type FileTarget = { content_stream_id: string; sequence: number } | { file_type: UploadType };

/** The result of an upload: an item of the stream, or a file of the library. */
export type SentFile = Data<'finish-upload'>;

type Options = {
  /** Abort it with `givenUp` if the person cancels the file: its pieces are then deleted. */
  signal: AbortSignal;
  /** 0 to 1, including pieces that had arrived before; 1 while the server checks the file. */
  onProgress: (share: number) => void;
  /** Waits for a broken connection and resumes automatically, a few times; afterwards the caller decides. */
  waits?: boolean;
};

/** The reason to abort with when the file is cancelled. */
export const givenUp = 'given up';

const mostTries = 20;

/** Uploads that this page is sending, which no other file may resume; they are not shown as unfinished. */
let taken: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
const setTaken = (ids: Iterable<string>): void => {
  taken = new Set(ids);
  for (const listener of listeners) listener();
};

/** The ids of the uploads that this page is sending. For `useSyncExternalStore`. */
export const takenUploads = (): ReadonlySet<string> => taken;

/** Calls back after every change of the running uploads; returns a function to stop. */
export function onTakenUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a file is sent in pieces. Their checksum needs a page from https or from localhost. */
export const goesInPieces = (file: File): boolean => file.size > pieceBytes && globalThis.isSecureContext;

/** Sends a file; throws a CallError if that fails, and the signal's reason if it was aborted. */
export async function sendFile(file: File, target: FileTarget, options: Options): Promise<SentFile> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await (goesInPieces(file) ? inPieces(file, target, options) : atOnce(file, target, options));
    } catch (error) {
      const isLost = error instanceof CallError && error.status === 0 && goesInPieces(file);
      if (options.waits !== true || !isLost || tries >= mostTries || !(await serverIsBack(options.signal))) throw error;
    }
  }
}

async function atOnce(file: File, target: FileTarget, { signal, onProgress }: Options): Promise<SentFile> {
  if ('file_type' in target) {
    const options = { file: { field: 'file', content: file }, onProgress, signal };
    return { item: null, file: (await call('upload-file', target, options)).data };
  }
  const fields = { ...target, title: nameOf(file), title_from_file: true, description: '' };
  const options = { file: { field: 'stream', content: file }, onProgress, signal };
  return { item: (await call('stream', fields, options)).data, file: null };
}

const nameOf = (file: File): string => file.name.replace(/\.[^.]+$/, '').slice(0, 300);

async function inPieces(file: File, target: FileTarget, { signal, onProgress }: Options): Promise<SentFile> {
  const sha256 = await sha256Of(file);
  const upload =
    (await begunBefore({ file, sha256, target, signal })) ?? (await begin({ file, sha256, target, signal }));
  setTaken([...taken, upload.id]);
  try {
    let here = upload.pieces;
    for (let number = 0; number < pieceCount(file.size); number += 1) {
      if (here.includes(number)) continue;
      const { from, to } = pieceAt(number, file.size);
      const before = bytesOfPieces(here, file.size);
      const { data } = await call(
        'upload-piece',
        { id: upload.id, number },
        {
          signal,
          file: { field: 'piece', content: new File([file.slice(from, to)], 'piece') },
          onProgress: (share) => onProgress(Math.min(0.99, (before + share * (to - from)) / file.size)),
        },
      );
      here = data.pieces;
    }
    onProgress(1);
    return (await call('finish-upload', { id: upload.id }, { signal })).data;
  } catch (error) {
    // If the connection is down as well, its pieces are deleted within a day.
    if (signal.aborted && signal.reason === givenUp) void call('drop-upload', { id: upload.id }).catch(() => {});
    throw error;
  } finally {
    setTaken([...taken].filter((id) => id !== upload.id));
  }
}

type Beginning = { file: File; sha256: string; target: FileTarget; signal: AbortSignal };

/** The interrupted upload of the same bytes to the same target, perhaps from before a reload. */
async function begunBefore({ file, sha256, target, signal }: Beginning): Promise<Data<'begin-upload'> | undefined> {
  const of = 'file_type' in target ? {} : { content_stream_id: target.content_stream_id };
  const { uploads } = (await call('fetch-uploads', of, { signal })).data;
  return uploads.find(
    (upload) =>
      upload.sha256 === sha256 &&
      upload.file_name === file.name &&
      upload.file_type === ('file_type' in target ? target.file_type : null) &&
      !taken.has(upload.id),
  );
}

const begin = async ({ file, sha256, target, signal }: Beginning): Promise<Data<'begin-upload'>> =>
  (await call('begin-upload', { ...target, file_name: file.name, size_bytes: file.size, sha256 }, { signal })).data;

async function sha256Of(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
