import { useState } from 'react';
import { useAction } from '../../../../../api/action.ts';
import { useOpenComposer } from '../../../../../composer/open-composer.ts';
import { firstWords } from './card-words.ts';
import type { Act } from './event-actions.tsx';
import type { CalendarEvent } from './events.ts';
import type { ToMove } from './move/move-dialog.tsx';
import type { ToReword } from './words/rewording.ts';

/** The dialog that a button of a post opens. */
export type Next =
  | { kind: 'move'; post: ToMove }
  | { kind: 'reword'; post: ToReword }
  | { kind: 'approval'; itemId: string }
  | { kind: 'approve'; itemId: string }
  | { kind: 'by-hand'; deliveryId: string };

/** A post as its buttons need it: where it is now. */
export type Acted = Pick<CalendarEvent, 'id' | 'date' | 'title' | 'type' | 'scheduled' | 'timezone'>;

/** What the buttons of posts do, on their cards and in their popovers. */
export function useActing() {
  const [next, show] = useState<Next | null>(null);
  const compose = useOpenComposer();
  const openDraft = (id: string) => compose({ kind: 'draft', id });
  const copy = useAction('duplicate-post', { onDone: ({ draft_id: id }) => openDraft(id) });
  const act = (asked: Act, post: Acted): void => {
    switch (asked) {
      case 'move':
        return show({ kind: 'move', post: toMove(post) });
      case 'copy':
        return void copy.run({ occurrence_id: post.id });
      case 'edit':
        return compose({ kind: 'post', id: post.id });
      case 'approve':
        return show({ kind: 'approve', itemId: post.id });
      default:
        return asked satisfies never;
    }
  };
  return { next, show, end: () => show(null), act, openDraft };
}
export type Acting = ReturnType<typeof useActing>;

const toMove = ({ id, date, title, type, scheduled, timezone }: Acted): ToMove => ({
  id,
  at: date,
  title: firstWords({ title, type }),
  local: scheduled,
  zone: timezone,
});
