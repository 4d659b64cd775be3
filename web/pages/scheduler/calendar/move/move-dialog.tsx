import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { DateField } from '../../../../parts/date-field.tsx';
import { DialogFrame } from '../../../../parts/dialog-frame.tsx';
import { SubmitButton } from '../../../../parts/submit-button.tsx';
import { TimePicker24 } from '../../../../parts/time-picker24.tsx';
import { zoneLabel } from '../../../../lib/when.ts';
import { firstInstant, todayIn } from '../../wizard-state.ts';
import type { useMove } from './use-move.ts';

/** A post to be moved: `local` is its time on the clocks of its client's zone. */
export type ToMove = { id: string; at: string; title: string; local: string; zone: string };

type Props = { post: ToMove; moving: ReturnType<typeof useMove>; onClose: () => void };

/** Asks for the day and time to which a post is moved, on its client's clocks. */
export function MoveDialog({ post, moving, onClose }: Props) {
  const { zone } = post;
  const today = todayIn(zone, new Date());
  const [date, setDate] = useState(() => (post.local.slice(0, 10) < today ? today : post.local.slice(0, 10)));
  const [time, setTime] = useState(() => post.local.slice(11));
  const [checked, setChecked] = useState(false);
  const at = firstInstant({ date, time, zone });
  const problem = at === null ? 'Please choose a time' : at.getTime() <= Date.now() ? messages.pastTime : undefined;
  const submit = async () => {
    setChecked(true);
    if (problem === undefined && (await moving.move(post, `${date} ${time}`, zone))) onClose();
  };
  return (
    <DialogFrame opened onClose={onClose} title="Move this post">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <p>
            {post.title}. Times are in {zoneLabel(zone)}. Only this post moves: the others of its schedule stay.
          </p>
          <Group grow align="flex-start">
            <DateField label="Date" value={date} from={today} onChange={setDate} />
            <TimePicker24
              label="Time"
              required
              value={time}
              onChange={setTime}
              error={checked ? (moving.errors['date'] ?? problem) : undefined}
            />
          </Group>
          <Group justify="flex-end">
            <SubmitButton busy={moving.busy}>Move</SubmitButton>
          </Group>
        </Stack>
      </form>
    </DialogFrame>
  );
}
