import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { messages } from '#contract/messages.ts';
import { CallError, call } from '../../call.ts';
import { notify } from '../../parts/notify.ts';
import { isUnderWay, nextUploads, uploadsAfter, type Upload } from './upload-queue.ts';

/** How many files go up side by side; more only share the same line. */
const atOnce = 3;

/** What a person can do with the uploads of a stream, and how they stand. */
export type Uploads = {
  list: readonly Upload[];
  busy: boolean;
  add: (files: readonly File[]) => void;
  cancel: (key: string) => void;
  retry: (key: string) => void;
  clear: () => void;
};

type Kept = { file: File; sequence: number; control: AbortController | null };

/** Sends files into a stream, some side by side, in the order given. `itemCount` is how many items the stream holds already. */
export function useUploads({ streamId, itemCount }: { streamId: string | null; itemCount: number }): Uploads {
  const client = useQueryClient();
  const [list, change] = useReducer(uploadsAfter, []);
  const kept = useRef(new Map<string, Kept>());
  const lastSequence = useRef(0);

  const start = useCallback(async (key: string, into: string) => {
    const entry = kept.current.get(key);
    if (!entry || entry.control) return;
    const control = new AbortController();
    entry.control = control;
    change({ kind: 'changed', key, state: { kind: 'sending', percent: 0 } });
    try {
      await call('stream', { content_stream_id: into, title: nameOf(entry.file), description: '', sequence: entry.sequence }, {
        signal: control.signal,
        file: { field: 'stream', content: entry.file },
        onProgress: (share) => change({ kind: 'changed', key, state: { kind: 'sending', percent: Math.floor(share * 100) } }),
      });
      change({ kind: 'changed', key, state: { kind: 'done' } });
      void client.invalidateQueries({ queryKey: ['fetch-stream'] });
      void client.invalidateQueries({ queryKey: ['fetch-streams'] });
    } catch (error) {
      if (control.signal.aborted) change({ kind: 'changed', key, state: { kind: 'cancelled' } });
      else change({ kind: 'changed', key, state: { kind: 'failed', message: error instanceof CallError ? error.message : messages.internalError } });
    } finally {
      entry.control = null;
    }
  }, [client]);

  useEffect(() => {
    if (streamId !== null) for (const { key } of nextUploads(list, atOnce)) void start(key, streamId);
  }, [list, streamId, start]);

  const busy = list.some(({ state }) => isUnderWay(state));
  useSayWhenDone(list, busy);
  useEffect(() => {
    const uploads = kept.current;
    return () => uploads.forEach(({ control }) => control?.abort());
  }, []);

  return {
    list,
    busy,
    add: (files) => {
      lastSequence.current = Math.max(lastSequence.current, itemCount);
      const uploads = files.map((file) => ({ key: crypto.randomUUID(), name: file.name, sizeBytes: file.size, file }));
      for (const { key, file } of uploads) kept.current.set(key, { file, sequence: (lastSequence.current += 1), control: null });
      change({ kind: 'added', uploads: uploads.map(({ key, name, sizeBytes }) => ({ key, name, sizeBytes })) });
    },
    cancel: (key) => {
      const control = kept.current.get(key)?.control;
      if (control) control.abort();
      else change({ kind: 'changed', key, state: { kind: 'cancelled' } });
    },
    retry: (key) => change({ kind: 'changed', key, state: { kind: 'waiting' } }),
    clear: () => change({ kind: 'cleared' }),
  };
}

// One notice for the whole batch; each file says it in its own row too.
function useSayWhenDone(list: readonly Upload[], busy: boolean): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && list.some(({ state }) => state.kind === 'done')) notify.success(messages.uploaded);
    wasBusy.current = busy;
  }, [list, busy]);
}

const nameOf = (file: File): string => file.name.replace(/\.[^.]+$/, '').slice(0, 300);
