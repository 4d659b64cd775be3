import { useEffect, useState } from 'react';
import { DialogFrame } from '../../../../parts/dialogs/dialog-frame.tsx';
import { UnsavedNote } from '../../../../parts/forms/unsaved-note.tsx';
import { useCall } from '../../../../api/queries.ts';
import { useFormDraft } from '../../../../lib/use-form-draft.ts';
import { ownZone } from '../../../../lib/when.ts';
import type { NewSchedule } from './address.ts';
import { firstChoice, todayIn, withClient, withStream, type Choice, type Step } from './wizard-state.ts';
import { Wizard } from './wizard.tsx';

type Props = { asked: NewSchedule; onClose: () => void };

/**
 * The wizard for a new schedule, over the calendar. Its choices are stored when it is closed, and restored with the
 * next one.
 */
export function NewScheduleDialog({ asked, onClose }: Props) {
  const [empty] = useState(() => startingAt(firstChoice(ownZone(), new Date()), asked));
  const { typed, isTyped, isRestored, type, take, forget } = useFormDraft<Choice>({
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
  // Restored choices move to the day that is requested now.
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

/** The storage name: each requested client and stream has one of its own. */
const formNameOf = ({ clientId, streamId }: NewSchedule): string =>
  ['schedule', ...(clientId === null ? [] : ['for', clientId]), ...(streamId === null ? [] : ['of', streamId])].join(
    ' ',
  );

/** Waits until the final values are loaded. */
function startOf({ isSettled, streamId }: NewSchedule, { client, stream }: Choice): Step {
  if (!isSettled || !client) return 'client';
  return streamId !== null && stream ? 'account' : 'stream';
}

type Found = {
  client: { id: string; name: string } | undefined;
  stream: NonNullable<Choice['stream']> | undefined;
};

/** Choices with the requested client and stream. */
function withAsked(choice: Choice, { client, stream }: Found): Choice {
  const forClient = client ? withClient(choice, { id: client.id, name: client.name }) : choice;
  if (!stream || stream.items === 0) return forClient;
  const { id, title, type, items } = stream;
  return withStream(forClient, { id, title, type, items }, []);
}

/** Choices with the first post on a requested day and hour, if that is in the future. */
function startingAt(choice: Choice, { first, at }: NewSchedule): Choice {
  const now = new Date();
  return {
    ...choice,
    ...(first !== null && first >= todayIn(choice.zone, now) ? { date: first } : {}),
    ...(at !== null ? { time: at } : {}),
  };
}
