import { Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { DateField } from '../../parts/date-field.tsx';
import { DialogFrame } from '../../parts/dialog-frame.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { TimePicker24 } from '../../parts/time-picker24.tsx';
import { TimezoneSelect } from '../../parts/timezone-select.tsx';
import { useAction } from '../../queries.ts';
import { clockOnWire, firstInstant, timeFromWire, todayIn } from '../scheduler/wizard-state.ts';

type Row = Data<'fetch-schedulers'>['items'][number];

/** The dialog that moves what is not yet posted. Source: specification 3, §2 and §5. */
export function RescheduleDialog({ row, onClose }: { row: Row | null; onClose: () => void }) {
  return (
    <DialogFrame opened={row !== null} onClose={onClose} title="Select Date & Time" closesOutside={false}>
      {row && <Fields key={row.id} row={row} onClose={onClose} />}
    </DialogFrame>
  );
}

function Fields({ row, onClose }: { row: Row; onClose: () => void }) {
  const [date, setDate] = useState(() => startOf(row));
  const [time, setTime] = useState(() => timeFromWire(row));
  const [zone, setZone] = useState(row.timezone);
  const [repurpose, setRepurpose] = useState(row.re_purpose === '1');
  const [checked, setChecked] = useState(false);
  const move = useAction('reschedule', { invalidates: ['fetch-schedulers', 'fetch-scheduler', 'fetch-calendar', 'fetch-dashboard'], onDone: onClose });

  const at = firstInstant({ date, time, zone });
  const timeError = at === null ? 'Please choose a time' : at.getTime() <= Date.now() ? messages.pastTime : undefined;
  const submit = () => {
    setChecked(true);
    if (at === null || at.getTime() <= Date.now()) return;
    void move.run({ id: row.id, schedule_date: date, ...clockOnWire(time), timezone: zone, re_purpose: repurpose ? 1 : 0 });
  };
  return (
    <form noValidate onSubmit={(event) => { event.preventDefault(); submit(); }}>
      <Stack gap="md">
        <Group grow align="flex-start">
          <DateField label="Date" value={date} from={todayIn(zone, new Date())} format="MM-DD-YYYY" onChange={setDate} />
          <TimePicker24 label="Time" required value={time} onChange={setTime} error={checked ? move.errors.hours ?? timeError : undefined} />
        </Group>
        <TimezoneSelect value={zone} onChange={setZone} />
        <Checkbox label="Repurpose" description="Start again with the first item when everything has been published" checked={repurpose} onChange={(event) => setRepurpose(event.currentTarget.checked)} />
        <Group justify="flex-end"><SubmitButton busy={move.busy}>Reschedule</SubmitButton></Group>
      </Stack>
    </form>
  );
}

// A day that has passed cannot be chosen again, so the dialog opens at today instead.
function startOf(row: Row): string {
  const date = row.schedule_date.slice(0, 10);
  const today = todayIn(row.timezone, new Date());
  return date < today ? today : date;
}
