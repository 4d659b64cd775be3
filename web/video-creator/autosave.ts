/** Autosave, debounced: in this browser at once, on the server after a pause. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { call, CallError } from '../api/call.ts';
import { deleteFormDraft, storeFormDraft } from '../lib/form-drafts.ts';
import { projectOf, withCopies, type VideoDocument } from './document.ts';
import type { Editor } from './editor.ts';
import { setSettings } from './edits.ts';

/** Which project is saved, and the revision on the screen; null before the first save. */
export type Saved = { id: string; revision: number } | null;

/** The state of saving. `conflict`: it was saved elsewhere since. */
export type SaveState = 'saved' | 'edited' | 'saving' | 'failed' | 'conflict';

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
const nothing: Promise<unknown> | null = null;

/** The storage name of a project's draft in the browser. */
export const formNameOf = (id: string | null): string => `video ${id ?? 'new'}`;

/** Saves an editor's document. */
export function useAutosave({ store }: Editor, { first }: { first: Saved }): Autosave {
  const [saved, setSaved] = useState<Saved>(first);
  const [state, setState] = useState<SaveState>('saved');
  const [failure, setFailure] = useState('');
  const now = useRef({ saved: first, document: store.snapshot().document, saving: nothing });

  const save = useCallback(
    async (type: SaveType, { byItself = false } = {}): Promise<string | null> => {
      // One at a time, each on the revision of the one before; an earlier failure was reported to its own caller.
      while (now.current.saving !== null) await now.current.saving.catch(() => undefined);
      const { document, selected } = store.snapshot();
      // The earlier save included everything; while a video is being made no other save is accepted.
      if (byItself && document === now.current.document) return null;
      const { saved: before } = now.current;
      setState('saving');
      const sending = send(document, { selected, type, before });
      now.current.saving = sending;
      try {
        const { message, data } = await sending;
        const shown = store.snapshot().document;
        const adopted = withCopies(shown, data.copied);
        const isLatest = shown === document;
        const saved = { id: data.id, revision: data.revision };
        now.current = { saved, document: isLatest ? adopted : document, saving: null };
        store.change(() => adopted, { byProgram: true });
        setSaved(saved);
        setFailure('');
        deleteFormDraft(formNameOf(before?.id ?? null));
        setState(isLatest ? 'saved' : 'edited');
        return message;
      } catch (error) {
        now.current.saving = null;
        if (!(error instanceof CallError)) throw error;
        setFailure(error.message);
        setState(error.status === 409 && error.message === messages.changedMeanwhile ? 'conflict' : 'failed');
        return null;
      }
    },
    [store],
  );

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe(() => {
      const { document, selected } = store.snapshot();
      if (document === now.current.document) return;
      setState((before) => (before === 'conflict' ? before : 'edited'));
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

function send(
  document: VideoDocument,
  { selected, type, before }: Sending,
): Promise<{ message: string; data: Data<'save-video'> }> {
  const { client_id: clientId, ...project } = projectOf(document, selected);
  return call('save-video', {
    ...project,
    type,
    ...(clientId === null ? {} : { client_id: clientId }),
    ...(before === null ? {} : before),
  });
}
