import { useCallback, type PointerEvent } from 'react';
import { instantToLocal, type LocalTime } from '#rules/planning.ts';
import { ownZone } from '../../../../../../lib/when.ts';
import { nameOf } from '../../../../ideas/drafts/words.ts';
import type { Draft } from '#contract/planning/drafts.ts';
import { firstWords } from '../card-words.ts';
import type { Day, View } from '../days.ts';
import { soonest, startsAt } from '../drafts/wish.ts';
import type { CalendarDraft, CalendarEvent } from '../events.ts';
import { carry } from './carry.ts';
import { clientTimeAt, localAt } from './times.ts';
import { usePickUp, type Carried } from './use-pick-up.ts';

type Options = {
  view: View;
  /** The first day in view. */ from: Day;
  events: readonly CalendarEvent[] | undefined;
  drafts: readonly CalendarDraft[];
  /** Drafts without a time. */ undated: readonly Draft[];
  /** Moves a post to a time on its client's clock. */ onMove: (event: CalendarEvent, local: LocalTime) => void;
  /** Gives a draft a time on the viewer's clock. */ onWish: (draftId: string, local: LocalTime) => void;
  onShow: (day: Day) => void;
};

/** Carries posts and drafts to another time, with the pointer or by keyboard. */
export function useCarrying({ view, from, events, drafts, undated, onMove, onWish, onShow }: Options) {
  const carriedOf = useCallback(
    (box: HTMLElement | null): Carried | undefined => {
      const { event: eventId, draft: draftId } = box?.dataset ?? {};
      const event = events?.find(({ id }) => id === eventId);
      if (event !== undefined)
        return {
          title: firstWords(event),
          local: event.local,
          zone: event.timezone,
          said: (local) => clientTimeAt(event, local),
          put: (local) => onMove(event, clientTimeAt(event, local)),
        };
      const dated = drafts.find(({ id }) => id === draftId);
      const draft = dated ?? undated.find(({ id }) => id === draftId);
      const now = instantToLocal(new Date(), ownZone());
      return (
        draft && {
          title: nameOf(draft),
          local: dated?.local ?? startsAt(from, now),
          zone: ownZone(),
          said: (local) => local,
          put: (local) => onWish(draft.id, soonest(local, now)),
        }
      );
    },
    [events, drafts, undated, from, onMove, onWish],
  );
  const { picked, onKeyDown } = usePickUp({ view, carriedOf, onShow });
  const onPointerDown = ({ nativeEvent: press }: PointerEvent) => {
    const box = press.target instanceof Element ? press.target.closest<HTMLElement>('[data-movable]') : null;
    const carried = carriedOf(box);
    if (!box || !carried || press.button !== 0 || press.pointerType === 'touch') return;
    carry(box, press, (drop) => carried.put(localAt(drop, carried.local)));
  };
  return { picked, handlers: { onPointerDown, onKeyDown } };
}
