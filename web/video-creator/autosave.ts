/** Autosave, debounced: in this browser at once, on the server after a pause. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Sent } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { call, CallError, isUnanswered } from '../api/call.ts';
import { whenAnswering } from '../api/line.ts';
import { deleteFormDraft, storeFormDraft } from '../lib/form-drafts.ts';
import { createSaves } from '../lib/saves.ts';
import { notify } from '../parts/notices/notify.ts';
import { projectOf, withCopies, type VideoDocument } from './document.ts';
import type { Editor } from './editor.ts';
import { setSettings } from './edits.ts';

/** Which project is saved, and the revision on the screen; null before the first save. */
export type Saved = { id: string; revision: number } | null;

/**
 * The state of saving. `conflict`: it was saved elsewhere since. `unanswered`: the server did not answer, and the same
 * save is sent again automatically.
 */
export type SaveState = 'saved' | 'edited' | 'saving' | 'unanswered' | 'failed' | 'conflict';

/** How a save is meant. */
export type SaveType = 'save' | 'render';

/** What a page does with a project that saves automatically. */
export type Autosave = {
  state: SaveState;
  saved: Saved;
  failure: string;
  /** Saves now. Returns the message of a success, otherwise null. */
  save: (type: SaveType) => Promise<string | null>;
  /** Continues as a copy instead of with what was saved elsewhere. */
  keepBoth: () => void;
};

const pauseMs = 4_000;

/** One save as it is sent, also again: by the same input the server recognizes it. */
type Request = { document: VideoDocument; type: SaveType; byItself: boolean; input: Sent<'save-video'> };
type Done = Request & { message: string };

/** The storage name of a project's draft in the browser. */
export const formNameOf = (id: string | null): string => `video ${id ?? 'new'}`;

/** Saves an editor's document. */
export function useAutosave({ store }: Editor, { first }: { first: Saved }): Autosave {
  const [saved, setSaved] = useState<Saved>(first);
  const [state, setState] = useState<SaveState>('saved');
  const [failure, setFailure] = useState('');
  const now = useRef({ saved: first, document: store.snapshot().document });

  const [saves] = useState(createSaves<Request, Done>);

  const send = useCallback(
    async (request: Request): Promise<Done> => {
      setState('saving');
      const { message, data } = await call('save-video', request.input);
      const { document } = request;
      const shown = store.snapshot().document;
      const adopted = withCopies(shown, data.copied);
      const isLatest = shown === document;
      const { saved: before } = now.current;
      const saved = { id: data.id, revision: data.revision };
      now.current = { saved, document: isLatest ? adopted : document };
      store.change(() => adopted, { byProgram: true });
      setSaved(saved);
      setFailure('');
      deleteFormDraft(formNameOf(before?.id ?? null));
      setState(isLatest ? 'saved' : 'edited');
      return { ...request, message };
    },
    [store],
  );

  const save = useCallback(
    async (type: SaveType, { byItself = false } = {}): Promise<string | null> => {
      try {
        const done = await saves.save({
          send,
          includes: (earlier) =>
            earlier.document === store.snapshot().document && (type === 'save' || earlier.type === 'render'),
          next: () => {
            const { document, selected } = store.snapshot();
            const { saved: before, document: savedBefore } = now.current;
            // The earlier save included everything; while a video is being made no other save is accepted.
            if (byItself && document === savedBefore) return null;
            return { document, type, byItself, input: inputOf(document, { selected, type, before }) };
          },
        });
        // A person's own save, whose answer came only now.
        if (done !== null && byItself && !done.byItself) notify.success(done.message);
        return done?.message ?? null;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        setFailure(error.message);
        const isConflict = error.status === 409 && error.message === messages.changedMeanwhile;
        setState(isUnanswered(error) ? 'unanswered' : isConflict ? 'conflict' : 'failed');
        return null;
      }
    },
    [store, saves, send],
  );

  useEffect(() => {
    if (state !== 'unanswered') return undefined;
    const leaving = new AbortController();
    void whenAnswering(pauseMs, leaving.signal).then((isAnswering) => {
      if (isAnswering) void save('save', { byItself: true });
    });
    return () => leaving.abort();
  }, [state, save]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe(() => {
      const { document, selected } = store.snapshot();
      if (document === now.current.document) return;
      setState((before) => (before === 'conflict' || before === 'unanswered' ? before : 'edited'));
      const { saved: base } = now.current;
      storeFormDraft(formNameOf(base?.id ?? null), {
        fields: projectOf(document, selected),
        origin: null,
        version: base === null ? null : String(base.revision),
      });
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (store.snapshot().document !== now.current.document) void save('save', { byItself: true });
      }, pauseMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store, save]);

  const keepBoth = () => {
    now.current.saved = null;
    const { name } = store.snapshot().document.settings;
    store.change(setSettings({ name: `${name} (copy)`.slice(0, 200) }), { byProgram: true });
    void save('save');
  };
  return { state, saved, failure, save, keepBoth };
}

type Sending = { selected: string; type: SaveType; before: Saved };

function inputOf(document: VideoDocument, { selected, type, before }: Sending): Sent<'save-video'> {
  const { client_id: clientId, ...project } = projectOf(document, selected);
  return {
    ...project,
    type,
    ...(clientId === null ? {} : { client_id: clientId }),
    ...(before === null ? {} : before),
  };
}
