import { useCallback, useEffect, useReducer, useRef } from 'react';
import { messages } from '#contract/messages.ts';
import { refuseByName } from '#rules/uploads.ts';
import { CallError } from '../../api/call.ts';
import { serverIsBack } from '../../api/line.ts';
import type { UploadType } from '#contract/content/library.ts';
import { givenUp, goesInPieces, sendFile, type FileTarget, type SentFile } from '../../api/send-file.ts';
import { newUuid } from '../../lib/uuid.ts';
import { notify } from '../notices/notify.ts';
import { isUnderWay, nextUploads, uploadsAfter, type Upload, type UploadState } from './upload-queue.ts';
import { afterProblem } from './upload-refusals.ts';

/** How many files upload in parallel; more would only share the same bandwidth. */
const atOnce = 3;

/** The uploads of a stream or of the library: their state, and what a person can do with them. */
export type Uploads = {
  list: readonly Upload[];
  busy: boolean;
  /** Uploads files; refused ones are only listed, with the reason. */
  add: (files: readonly { file: File; refusal: string | null }[]) => void;
  cancel: (key: string) => void;
  retry: (key: string) => void;
  /** Removes a file that is not being uploaded from the list. */
  remove: (key: string) => void;
  clear: () => void;
};

type Kept = { file: File; sequence: number; control: AbortController | null; tries: number; percent: number };

/** The target id of the library, in place of a stream's id. */
export const library = 'library';

const targetOf = ({ sequence }: Kept, streamId: string): FileTarget => ({ content_stream_id: streamId, sequence });
const purposeByName = ({ name }: File): UploadType =>
  refuseByName('music', { fileName: name, sizeBytes: null }) === null ? 'music' : 'image';

type Options = {
  /** The stream, or `library`; null until it is known. */ streamId: string | null;
  /** How many items the stream already has. */ itemCount: number;
  /** For what a file of the library is sent; by default music or a picture, by its name. */
  purposeOf?: (file: File) => UploadType;
  /** What follows when a file has arrived; the file is done, or failed, with it. The caller says what came of all. */
  onSent?: (file: File, sent: SentFile) => Promise<void>;
};

/**
 * Uploads files to a stream or the library, several in parallel, in the order in which they were added. Large files
 * resume where they stopped.
 */
export function useUploads({ streamId, itemCount, purposeOf = purposeByName, onSent }: Options): Uploads {
  const [list, change] = useReducer(uploadsAfter, []);
  const kept = useRef(new Map<string, Kept>());
  const lastSequence = useRef(0);

  const start = useCallback(
    async (key: string, into: string) => {
      const entry = kept.current.get(key);
      if (!entry || entry.control) return;
      const control = new AbortController();
      entry.control = control;
      entry.tries += 1;
      const say = (state: UploadState) => change({ kind: 'changed', key, state });
      let isSent = false;
      say({ kind: 'sending', percent: entry.percent });
      try {
        const target = into === library ? { file_type: purposeOf(entry.file) } : targetOf(entry, into);
        const sent = await sendFile(entry.file, target, {
          signal: control.signal,
          onProgress: (share) => {
            // A file sent in pieces can be retried without being stored twice.
            isSent = share >= 1 && !goesInPieces(entry.file);
            entry.percent = Math.floor(share * 100);
            say({ kind: 'sending', percent: entry.percent });
          },
        });
        await onSent?.(entry.file, sent);
        say({ kind: 'done' });
      } catch (error) {
        if (control.signal.aborted) say({ kind: 'cancelled' });
        else {
          const problem =
            error instanceof CallError
              ? error
              : { status: 500, message: messages.internalError, retryAfterSeconds: null };
          const state = afterProblem(problem, { isSent, tries: entry.tries, now: Date.now() });
          say(state.kind === 'later' ? { ...state, percent: entry.percent } : state);
          if (state.kind === 'later') {
            if (await mayGoOn(state.at, control.signal)) say({ kind: 'waiting' });
            else
              say(
                control.signal.aborted
                  ? { kind: 'cancelled' }
                  : { kind: 'failed', message: problem.message, canRetry: true },
              );
          }
        }
      } finally {
        entry.control = null;
      }
    },
    [onSent, purposeOf],
  );

  useEffect(() => {
    if (streamId !== null) for (const { key } of nextUploads(list, atOnce)) void start(key, streamId);
  }, [list, streamId, start]);

  const busy = list.some(({ state }) => isUnderWay(state));
  useSayWhenDone(list, busy && onSent === undefined);
  useEffect(() => {
    const uploads = kept.current;
    return () => uploads.forEach(({ control }) => control?.abort());
  }, []);

  return {
    list,
    busy,
    add: (files) => {
      lastSequence.current = Math.max(lastSequence.current, itemCount);
      const uploads = files.map(({ file, refusal }) => ({
        key: newUuid(),
        name: file.name,
        sizeBytes: file.size,
        file,
        refusal,
      }));
      for (const { key, file, refusal } of uploads) {
        if (refusal === null)
          kept.current.set(key, { file, sequence: (lastSequence.current += 1), control: null, tries: 0, percent: 0 });
      }
      change({
        kind: 'added',
        uploads: uploads.map(({ key, name, sizeBytes, refusal }) => ({ key, name, sizeBytes, refusal })),
      });
    },
    cancel: (key) => {
      const control = kept.current.get(key)?.control;
      if (control) control.abort(givenUp);
      else change({ kind: 'changed', key, state: { kind: 'cancelled' } });
    },
    retry: (key) => {
      const entry = kept.current.get(key);
      if (entry) Object.assign(entry, { tries: 0, percent: 0 });
      change({ kind: 'changed', key, state: { kind: 'waiting' } });
    },
    remove: (key) => {
      kept.current.delete(key);
      change({ kind: 'removed', key });
    },
    clear: () => change({ kind: 'cleared' }),
  };
}

/** Waits until an instant, ms, or with null until the server answers; false if the person stops waiting. */
async function mayGoOn(at: number | null, signal: AbortSignal): Promise<boolean> {
  if (at === null) return serverIsBack(signal);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), Math.max(0, at - Date.now()));
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve(false);
      },
      { once: true },
    );
  });
}

// One notice for the whole batch; each file also reports in its own row.
function useSayWhenDone(list: readonly Upload[], busy: boolean): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && list.some(({ state }) => state.kind === 'done')) notify.success(messages.uploaded);
    wasBusy.current = busy;
  }, [list, busy]);
}
