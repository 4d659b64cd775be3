import { useCallback, useEffect, useRef, useState } from 'react';
import { call, CallError, isUnanswered } from '../api/call.ts';
import { whenAnswering } from '../api/line.ts';
import { deleteFormDraft, storeFormDraft } from '../lib/form-drafts.ts';
import { merge } from '../lib/edited.ts';
import { createSaves } from '../lib/saves.ts';
import { askConflict } from '../parts/dialogs/conflicts.ts';
import { composedOf, draftOf, isEmpty, isSame, type Composed, type Post } from './post.ts';
import { fieldLabels, fieldWords } from './fields.ts';

/** Autosave: how long after the last key a draft is saved, ms. */
const pause = 1_000;

/** A stored draft: its version, and what was stored when. */
export type Saved = { id: string; version: string; composed: Composed; at: string };

/**
 * The state of saving. `conflict`: somebody else saved other words meanwhile. `unanswered`: the server did not answer,
 * and the same save is sent again by itself. `planned`: it is planned by now, by somebody else or in another window.
 */
export type Standing = 'empty' | 'saved' | 'unsaved' | 'saving' | 'unanswered' | 'conflict' | 'failed' | 'planned';

type Request = { composed: Composed; clientId: string };

/** The name under which the browser keeps what is not saved yet; `id` null for a post that was never saved. */
export const formNameOf = (id: string | null): string => (id === null ? 'new post' : `draft ${id}`);

/** A draft being written, which saves itself: its content, and what became of the last save. */
export function useDraft(start: { composed: Composed; saved: Saved | null; saveKey: string }) {
  const [composed, setComposed] = useState(start.composed);
  const latest = useRef(composed);
  const [saved, setSaved] = useState(start.saved);
  const stored = useRef(saved);
  const [standing, setStanding] = useState<Standing>(start.saved === null ? 'empty' : 'saved');
  const [failure, setFailure] = useState('');
  const [saves] = useState(createSaves<Request, Saved>);

  const isDirty = useCallback((): boolean => {
    const { current: now } = latest;
    return stored.current === null ? !isEmpty(now) : !isSame(now, stored.current.composed);
  }, []);

  const send = useCallback(
    async ({ composed: sent, clientId }: Request): Promise<Saved> => {
      setStanding('saving');
      const before = stored.current;
      const name = before === null ? { save_key: start.saveKey } : { draft_id: before.id, version: before.version };
      const { data } = await call('save-post', { ...name, ...draftOf(sent, clientId) });
      const now = { id: data.draft_id, version: data.version, composed: sent, at: data.saved_at };
      if (before === null) deleteFormDraft(formNameOf(null));
      stored.current = now;
      setSaved(now);
      setFailure('');
      setStanding(isDirty() ? 'unsaved' : 'saved');
      if (!isDirty()) deleteFormDraft(formNameOf(now.id));
      return now;
    },
    [isDirty, start.saveKey],
  );

  /** Takes over what somebody else has stored meanwhile; resolves to whether both are together now. */
  const settle = useCallback(async (asks: boolean): Promise<boolean> => {
    const base = stored.current;
    if (base === null) return false;
    const { data } = await call('fetch-post', { draft_id: base.id });
    if (data.state !== 'draft' || data.version === null) {
      setStanding('planned');
      return false;
    }
    const theirs = composedOf(data);
    const merged = merge({ base: base.composed, current: theirs, yours: latest.current });
    const chosen: Composed = { ...merged.fields };
    if (merged.clashes.length > 0) {
      if (!asks) return false;
      const choice = await askConflict({
        clashes: merged.clashes.map((field) => ({
          field,
          label: fieldLabels[field],
          theirs: fieldWords(field, theirs),
          yours: fieldWords(field, latest.current),
        })),
        elsewhere: merged.elsewhere.map((field) => fieldLabels[field]),
      });
      if (choice === null) return false;
      for (const field of merged.clashes)
        if (choice[field] === 'theirs') Object.assign(chosen, { [field]: theirs[field] });
    }
    stored.current = { ...base, version: data.version, composed: theirs };
    latest.current = chosen;
    setComposed(chosen);
    return true;
  }, []);

  /** Saves what is not saved yet; the stored draft, null if there is none or it failed. */
  const save = useCallback(
    async (asks = false): Promise<Saved | null> => {
      for (;;) {
        try {
          await saves.save({
            send,
            includes: (earlier) => earlier.composed === latest.current,
            next: () => {
              const { current: now } = latest;
              return now.clientId === null || !isDirty() ? null : { composed: now, clientId: now.clientId };
            },
          });
          return stored.current !== null && !isDirty() ? stored.current : null;
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
          const isConflict = error.status === 409;
          if (isConflict && (await settle(asks))) continue;
          setFailure(error.message);
          setStanding((before) =>
            before === 'planned' ? before : isUnanswered(error) ? 'unanswered' : isConflict ? 'conflict' : 'failed',
          );
          return null;
        }
      }
    },
    [isDirty, saves, send, settle],
  );

  useEffect(() => {
    if (standing !== 'unanswered') return undefined;
    const leaving = new AbortController();
    void whenAnswering(pause, leaving.signal).then((isAnswering) => {
      if (isAnswering) void save();
    });
    return () => leaving.abort();
  }, [standing, save]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = useCallback(
    (part: Partial<Composed>) => {
      latest.current = { ...latest.current, ...part };
      setComposed(latest.current);
      if (!isDirty()) return;
      setStanding((before) => (before === 'conflict' || before === 'unanswered' ? before : 'unsaved'));
      storeFormDraft(formNameOf(stored.current?.id ?? null), {
        fields: latest.current,
        origin: stored.current?.composed ?? null,
        version: stored.current?.version ?? null,
      });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), pause);
    },
    [isDirty, save],
  );

  return { composed, change, saved, standing, failure, save, isDirty, latest };
}

/** A draft as the window edits it. */
export type Draft = ReturnType<typeof useDraft>;

/** What a read post says about the stored draft; null if it is no draft. */
export const savedOf = (post: Post): Saved | null =>
  post.state === 'draft' && post.draft_id !== null && post.version !== null
    ? { id: post.draft_id, version: post.version, composed: composedOf(post), at: post.saved_at ?? '' }
    : null;
