import { useCallback, useEffect, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { instantToLocal, localToInstant, type LocalTime } from '#rules/planning.ts';
import { notify } from '../../../../../../parts/notices/notify.ts';
import { useAction } from '../../../../../../api/action.ts';
import { ownZone, sayWhen } from '../../../../../../lib/when.ts';
import type { CalendarData } from '../events.ts';
import type { Pending } from './times.ts';
import { useUndoKey } from './use-undo-key.ts';

/** A post by its id and the instant at which it is shown, ISO 8601. */
export type Seen = { id: string; at: string };

/** How long Undo is offered, in seconds. */
const undoSeconds = 10;

/**
 * Moves posts, shows them at their new time at once (`pending`), and offers Undo. `arrived` is the calendar from the
 * server.
 */
export function useMove(arrived: CalendarData | undefined) {
  const [pending, setPending] = useState<Pending | null>(null);
  const offerUndo = useUndoKey(undoSeconds);
  const undo = useAction('move-scheduled-item', {
    quiet: true,
    onDone: () => {
      // If the calendar was not read between the two calls, its next answer is the one it has.
      setPending(null);
      notify.success('The post is back at its time');
    },
  });
  const action = useAction('move-scheduled-item', {
    quiet: true,
    onRefused: () => setPending(null),
    onDone: (data, { id, timezone: zone, from }) => {
      const before = from === undefined ? null : new Date(from);
      const words = wordsOf(data, zone);
      if (before === null || before <= new Date()) notify.success(words, { seconds: undoSeconds });
      else
        offerUndo(words, () => {
          // In UTC, because a zone's clocks may show that time twice.
          void undo.run({ id, ...timeOf(instantToLocal(before, 'UTC'), 'UTC'), from: data.due_at });
        });
    },
  });
  const { run, busy } = action;
  // The server's answer replaces the expected state.
  useEffect(() => {
    if (!busy) setPending(null);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the end of the call alone changes nothing
  }, [arrived]);
  const move = useCallback(
    async ({ id, at }: Seen, local: LocalTime, zone: string): Promise<boolean> => {
      if (local === instantToLocal(new Date(at), zone)) return true;
      const goesOut = localToInstant(local, zone);
      if (goesOut <= new Date()) {
        notify.danger(messages.pastTime);
        return false;
      }
      setPending({ id, local: instantToLocal(goesOut, ownZone()) });
      return run({ id, ...timeOf(local, zone), from: at });
    },
    [run],
  );
  return { move, pending, busy, errors: action.errors };
}

const timeOf = (local: LocalTime, timezone: string) => ({
  date: local.slice(0, 10),
  time: local.slice(11),
  timezone,
});

function wordsOf({ due_at: at, clocks, local }: Data<'move-scheduled-item'>, zone: string): string {
  switch (clocks) {
    case '':
      return `The post goes out ${sayWhen({ at: new Date(at), now: new Date(), zone, within: true })}`;
    case 'skipped':
      return messages.itemMovedForward.replace('{time}', local.slice(11));
    case 'twice':
      return messages.itemMovedTwice;
    default:
      return clocks satisfies never;
  }
}
