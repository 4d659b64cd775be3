import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '../api/call.ts';
import { deleteFormDraft, storeFormDraft } from '../lib/form-drafts.ts';
import { notify } from '../parts/notices/notify.ts';
import type { EditorParts } from './context.ts';
import { saveDesign, type Saved } from './document/saving.ts';

/** The debounce of the autosave: how long after the last change a design is saved, ms. */
const pause = 4_000;
/** How long after a change the browser stores it, ms. */
const draftPause = 600;

/** The storage name of a design that was never saved. */
export const newFormName = 'image-creator';
/** Where the browser keeps the changes of a design; `id` null for one never saved. */
export const formNameOf = (id: string | null): string => (id === null ? newFormName : `${newFormName} ${id}`);

/** The state of saving. `conflict`: the design was saved elsewhere in the meantime. */
export type Standing = 'saved' | 'unsaved' | 'saving' | 'conflict' | 'failed';

/**
 * Autosave, debounced: stores every change in the browser at once and, if the design has been saved before, on the
 * server a while later.
 * `save` returns the saved design, or null if it failed.
 */
export function useAutosave({ editor, materials }: EditorParts, start: Saved) {
  const saved = useRef({ ...start, version: 0 });
  const [standing, setStanding] = useState<Standing>('saved');
  const running = useRef<Promise<Saved | null> | null>(null);

  const isDirty = useCallback(() => {
    return editor.state().version !== saved.current.version;
  }, [editor]);

  const run = useCallback(
    async (isQuiet: boolean): Promise<Saved | null> => {
      const { history, name, version } = editor.state();
      setStanding('saving');
      try {
        const done = await saveDesign(
          { design: history.design, name: name.trim() },
          { saved: saved.current, materials, finish: isQuiet ? 'later' : 'now' },
        );
        deleteFormDraft(formNameOf(saved.current.id));
        saved.current = { ...done.saved, version };
        setStanding(isDirty() ? 'unsaved' : 'saved');
        if (!isQuiet) notify.success(done.message);
        return saved.current;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        setStanding(error.status === 409 ? 'conflict' : 'failed');
        if (!isQuiet && error.status !== 409) notify.danger(error.message);
        return null;
      }
    },
    [editor, materials, isDirty],
  );

  const save = useCallback(
    async ({ isQuiet = false } = {}): Promise<Saved | null> => {
      // Two saves at once would conflict with each other.
      while (running.current !== null) await running.current;
      running.current = run(isQuiet).finally(() => {
        running.current = null;
      });
      return running.current;
    },
    [run],
  );

  /** Continues as a copy, which leaves the design that was saved elsewhere unchanged. */
  const saveCopy = useCallback(async () => {
    editor.rename(`${editor.state().name} (copy)`);
    saved.current = { ...saved.current, id: null, revision: null };
    return save();
  }, [editor, save]);

  useEffect(() => {
    let [draft, timer]: ReturnType<typeof setTimeout>[] = [];
    const onChange = () => {
      if (!isDirty()) return;
      setStanding((before) => (before === 'conflict' ? before : 'unsaved'));
      clearTimeout(draft);
      draft = setTimeout(() => {
        const { history, name } = editor.state();
        storeFormDraft(formNameOf(saved.current.id), {
          fields: { design: history.design, name },
          origin: null,
          version: saved.current.revision === null ? null : String(saved.current.revision),
        });
      }, draftPause);
      clearTimeout(timer);
      timer = setTimeout(() => {
        const hasName = editor.state().name.trim() !== '';
        if (saved.current.id !== null && isDirty() && hasName && running.current === null) void save({ isQuiet: true });
      }, pause);
    };
    const stop = editor.subscribe(onChange);
    return () => {
      stop();
      clearTimeout(draft);
      clearTimeout(timer);
    };
  }, [editor, isDirty, save]);

  return { standing, save, saveCopy, isDirty, saved };
}
