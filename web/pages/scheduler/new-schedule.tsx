import { useEffect, useState } from 'react';
import { DialogFrame } from '../../parts/dialog-frame.tsx';
import { UnsavedNote } from '../../parts/unsaved-note.tsx';
import { useCall } from '../../api/queries.ts';
import { useUnfinished } from '../../lib/use-unfinished.ts';
import { ownZone } from '../../lib/when.ts';
import type { NewSchedule } from './address.ts';
import { firstChoice, todayIn, withClient, type Choice } from './wizard-state.ts';
import { Wizard } from './wizard.tsx';

type Props = { asked: NewSchedule; onClose: () => void };

/**
 * The way to a new schedule, over the calendar. What is chosen is kept when it is closed, and comes back with the next
 * one.
 */
export function NewScheduleDialog({ asked, onClose }: Props) {
  const [empty] = useState(() => startingAt(firstChoice(ownZone(), new Date()), asked));
  const { typed, isTyped, isRestored, type, take, forget } = useUnfinished<Choice>({
    place: asked.clientId === null ? 'schedule' : `schedule for ${asked.clientId}`,
    opened: { fields: empty, origin: empty, version: null },
    isWorth: ({ client, stream }) => stream !== null || (client !== null && client.id !== asked.clientId),
  });
  const { data: found } = useCall(
    'fetch-app-client',
    { id: asked.clientId ?? '' },
    { enabled: asked.clientId !== null },
  );
  // What comes back from before moves to the day that is asked for now.
  useEffect(() => {
    if (isRestored) type((before) => ({ ...before, fields: startingAt(before.fields, asked) }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it is found
  }, [isRestored]);
  const [client] = found?.items ?? [];
  const choice = isTyped || !client ? typed.fields : withClient(typed.fields, { id: client.id, name: client.name });
  return (
    <DialogFrame opened onClose={onClose} title="New schedule" size="60rem" closesOutside={false}>
      <UnsavedNote restored={isRestored} onDiscard={() => take(empty, null)} />
      <Wizard
        startsAt={asked.fromStream && choice.client ? 'stream' : 'client'}
        choice={choice}
        onChange={(fields) => type((before) => ({ ...before, fields }))}
        onEnd={forget}
      />
    </DialogFrame>
  );
}

/** A choice whose first post goes out on a day and at an hour, where that is still to come. */
function startingAt(choice: Choice, { first, at }: NewSchedule): Choice {
  const now = new Date();
  return {
    ...choice,
    ...(first !== null && first >= todayIn(choice.zone, now) ? { date: first } : {}),
    ...(at !== null ? { time: at } : {}),
  };
}
