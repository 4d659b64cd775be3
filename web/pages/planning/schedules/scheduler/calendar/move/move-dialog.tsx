import { Group } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { DateField } from '../../../../../../parts/forms/date-field.tsx';
import { FormDialog } from '../../../../../../parts/dialogs/form-dialog.tsx';
import { TimePicker24 } from '../../../../../../parts/forms/time-picker24.tsx';
import { zoneLabel } from '../../../../../../lib/when.ts';
import { firstInstant, todayIn } from '../../wizard-state.ts';
import type { useMove } from './use-move.ts';

/** A post to be moved: `local` is its time in its client's time zone. */
export type ToMove = { id: string; at: string; title: string; local: string; zone: string };

type Props = { post: ToMove; moving: ReturnType<typeof useMove>; onClose: () => void };

/** Asks for the day and time to which a post is moved, in its client's time zone. */
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
    <FormDialog title="Move this post" busy={moving.busy} action="Move" onSave={() => void submit()} onClose={onClose}>
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
    </FormDialog>
  );
}
