import { useEffect, useRef, useState } from 'react';
import { notify } from '../parts/notices/notify.ts';
import { changesOf, fieldsLike } from './edited.ts';
import {
  deleteFormDraft,
  findFormDraft,
  isFromHere,
  isOpenElsewhere,
  storeFormDraft,
  type Unfinished,
} from './form-drafts.ts';

/**
 * A form being edited: its fields, and the state it was made from. `version` is null for a row that does not exist yet.
 */
export type Typed<F extends object> = { fields: F; origin: F; version: string | null };

type Options<F extends object> = {
  /** The name under which the form is stored, as `client 12`. Null for a form that is not stored. */
  formName: string | null;
  /** The initial form. */
  opened: Typed<F>;
  /** Fields that are never stored. */
  secret?: readonly (keyof F & string)[];
  /** Whether enough was typed to be stored; by default anything is. */
  isWorth?: (fields: F) => boolean;
};

/** The text typed into a form, stored in the browser until it is saved or discarded, so that a reload loses nothing. */
export function useFormDraft<F extends object>({ formName, opened, secret = [], isWorth = () => true }: Options<F>) {
  const [typed, setTyped] = useState(
    () => restored(formName === null ? null : findFormDraft(formName), opened.origin, isFromHere) ?? opened,
  );
  const [isRestored, setRestored] = useState(typed !== opened);
  /** Whether this form is stored now, not yet, or never again. */
  const kept = useRef<'this' | 'nothing' | 'never'>(isRestored ? 'this' : 'nothing');

  useEffect(() => {
    if (kept.current === 'never' || formName === null) return;
    const open: F = { ...typed.fields, ...Object.fromEntries(secret.map((field) => [field, typed.origin[field]])) };
    const keeps = isTyped({ ...typed, fields: open }) && isWorth(open);
    if (keeps && !storeFormDraft(formName, { ...typed, fields: open })) sayNoRoom();
    else if (!keeps && kept.current === 'this') deleteFormDraft(formName);
    kept.current = keeps ? 'this' : 'nothing';
  });
  useEffect(() => {
    const found = formName === null ? null : findFormDraft(formName);
    if (found === null || isFromHere(found)) return;
    let left = false;
    void isOpenElsewhere(found).then((isOpen) => {
      const back = isOpen || left || kept.current !== 'nothing' ? null : restored(found, opened.origin, () => true);
      if (back === null) return;
      setTyped(back);
      setRestored(true);
    });
    return () => {
      left = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what another tab has left is looked for once a form
  }, [formName]);

  return {
    typed,
    isTyped: isTyped(typed),
    isRestored,
    type: setTyped,
    /** Resets the form to the saved state. */
    take: (saved: F, version: string | null) => {
      setTyped({ fields: saved, origin: saved, version });
      setRestored(false);
    },
    /** Deletes the stored form, and stores nothing more. */
    forget: () => {
      kept.current = 'never';
      if (formName !== null) deleteFormDraft(formName);
    },
  };
}

let saidNoRoom = false;

/** Once per page: otherwise every keystroke would repeat it. */
function sayNoRoom(): void {
  if (saidNoRoom) return;
  saidNoRoom = true;
  notify.danger('This browser has no space left to store what you type. Please save before you leave the page.', {
    seconds: 8,
  });
}

const isTyped = <F extends object>({ fields, origin }: Typed<F>): boolean =>
  Object.keys(changesOf(origin, fields)).length > 0;

function restored<F extends object>(
  found: Unfinished | null,
  like: F,
  isWanted: (found: Unfinished) => boolean,
): Typed<F> | null {
  if (found === null || !isWanted(found)) return null;
  const [fields, origin] = [fieldsLike(like, found.fields), fieldsLike(like, found.origin)];
  return fields && origin && isTyped({ fields, origin, version: null })
    ? { fields, origin, version: found.version }
    : null;
}
