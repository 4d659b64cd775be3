import { useEffect, useState } from 'react';
import { DialogFrame } from '../../parts/dialog-frame.tsx';
import { UnsavedNote } from '../../parts/unsaved-note.tsx';
import { useCall } from '../../api/queries.ts';
import { useUnfinished } from '../../lib/use-unfinished.ts';
import { ownZone } from '../../lib/when.ts';
import type { NewSchedule } from './address.ts';
import { firstChoice, todayIn, withClient, withStream, type Choice, type Step } from './wizard-state.ts';
import { Wizard } from './wizard.tsx';

type Props = { asked: NewSchedule; onClose: () => void };

/**
 * The way to a new schedule, over the calendar. What is chosen is kept when it is closed, and comes back with the next
 * one.
 */
export function NewScheduleDialog({ asked, onClose }: Props) {
  const [empty] = useState(() => startingAt(firstChoice(ownZone(), new Date()), asked));
  const { typed, isTyped, isRestored, type, take, forget } = useUnfinished<Choice>({
    formName: formNameOf(asked),
    opened: { fields: empty, origin: empty, version: null },
    isWorth: ({ client, stream, accounts }) =>
      (stream?.id ?? null) !== asked.streamId || (client?.id ?? null) !== asked.clientId || accounts.length > 0,
  });
  const { data: found } = useCall(
    'fetch-app-client',
    { id: asked.clientId ?? '' },
    { enabled: asked.clientId !== null },
  );
  const { data: foundStream } = useCall(
    'fetch-stream',
    { id: asked.streamId ?? '' },
    { enabled: asked.streamId !== null },
  );
  // What comes back from before moves to the day that is asked for now.
  useEffect(() => {
    if (isRestored) type((before) => ({ ...before, fields: startingAt(before.fields, asked) }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it is found
  }, [isRestored]);
  const [client] = found?.items ?? [];
  const choice = isTyped ? typed.fields : withAsked(typed.fields, { client, stream: foundStream?.stream });
  return (
    <DialogFrame opened onClose={onClose} title="New schedule" size="60rem" closesOutside={false}>
      <UnsavedNote restored={isRestored} onDiscard={() => take(empty, null)} />
      <Wizard
        startsAt={startOf(asked, choice)}
        choice={choice}
        isTouched={isTyped}
        onChange={(fields) => type((before) => ({ ...before, fields }))}
        onEnd={forget}
      />
    </DialogFrame>
  );
}

/** Under which name it is kept: each client and stream that is asked for has one of its own. */
const formNameOf = ({ clientId, streamId }: NewSchedule): string =>
  ['schedule', ...(clientId === null ? [] : ['for', clientId]), ...(streamId === null ? [] : ['of', streamId])].join(
    ' ',
  );

/** Behind what is settled, as soon as it is there. */
function startOf({ isSettled, streamId }: NewSchedule, { client, stream }: Choice): Step {
  if (!isSettled || !client) return 'client';
  return streamId !== null && stream ? 'account' : 'stream';
}

type Found = {
  client: { id: string; name: string } | undefined;
  stream: NonNullable<Choice['stream']> | undefined;
};

/** A choice with the client and the stream that are asked for. */
function withAsked(choice: Choice, { client, stream }: Found): Choice {
  const forClient = client ? withClient(choice, { id: client.id, name: client.name }) : choice;
  if (!stream || stream.items === 0) return forClient;
  const { id, title, type, items } = stream;
  return withStream(forClient, { id, title, type, items }, []);
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
