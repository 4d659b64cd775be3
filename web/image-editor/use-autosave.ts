import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError, isUnanswered } from '../api/call.ts';
import { whenAnswering } from '../api/line.ts';
import { deleteFormDraft, storeFormDraft } from '../lib/form-drafts.ts';
import { createSaves } from '../lib/saves.ts';
import { notify } from '../parts/notices/notify.ts';
import type { EditorParts } from './context.ts';
import { saveRequest, sendSave, type Saved, type SaveRequest } from './document/saving.ts';

/** The debounce of the autosave: how long after the last change a design is saved, ms. */
const pause = 4_000;
/** How long after a change the browser stores it, ms. */
const draftPause = 600;

/** The storage name of a design that was never saved. */
export const newFormName = 'image-creator';
/** Where the browser keeps the changes of a design; `id` null for one never saved. */
export const formNameOf = (id: string | null): string => (id === null ? newFormName : `${newFormName} ${id}`);

/**
 * The state of saving. `conflict`: the design was saved elsewhere in the meantime. `unanswered`: the server did not
 * answer, and the same save is sent again automatically.
 */
export type Standing = 'saved' | 'unsaved' | 'saving' | 'unanswered' | 'conflict' | 'failed';

type Request = SaveRequest & { version: number; isQuiet: boolean };

/**
 * Autosave, debounced: stores every change in the browser at once and, if the design has been saved before, on the
 * server a while later.
 * `save` returns the saved design, or null if it failed.
 */
export function useAutosave({ editor, materials }: EditorParts, start: Saved) {
  const saved = useRef({ ...start, version: 0 });
  const [standing, setStanding] = useState<Standing>('saved');
  const running = useRef(0);

  const isDirty = useCallback(() => {
    return editor.state().version !== saved.current.version;
  }, [editor]);

  const [saves] = useState(createSaves<Request, Saved>);

  const send = useCallback(
    async (request: Request): Promise<Saved> => {
      setStanding('saving');
      const done = await sendSave(request);
      deleteFormDraft(formNameOf(saved.current.id));
      saved.current = { ...done.saved, version: request.version };
      setStanding(isDirty() ? 'unsaved' : 'saved');
      if (!request.isQuiet) notify.success(done.message);
      return saved.current;
    },
    [isDirty],
  );

  const save = useCallback(
    async ({ isQuiet = false } = {}): Promise<Saved | null> => {
      running.current += 1;
      try {
        return await saves.save({
          send,
          includes: ({ version, input }) => version === editor.state().version && (isQuiet || input.finish === 'now'),
          next: async () => {
            const { history, name, version } = editor.state();
            setStanding('saving');
            const request = await saveRequest(
              { design: history.design, name: name.trim() },
              { saved: saved.current, materials, finish: isQuiet ? 'later' : 'now' },
            );
            return { ...request, version, isQuiet };
          },
        });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        setStanding(isUnanswered(error) ? 'unanswered' : error.status === 409 ? 'conflict' : 'failed');
        if (!isQuiet && error.status !== 409) notify.danger(error.message);
        return null;
      } finally {
        running.current -= 1;
      }
    },
    [editor, materials, saves, send],
  );

  useEffect(() => {
    if (standing !== 'unanswered') return undefined;
    const leaving = new AbortController();
    void whenAnswering(pause, leaving.signal).then((isAnswering) => {
      if (isAnswering) void save({ isQuiet: true });
    });
    return () => leaving.abort();
  }, [standing, save]);

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
      setStanding((before) => (before === 'conflict' || before === 'unanswered' ? before : 'unsaved'));
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
        if (saved.current.id !== null && isDirty() && hasName && running.current === 0) void save({ isQuiet: true });
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
