import { Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { DateField } from '../../../../parts/forms/date-field.tsx';
import { DialogFrame } from '../../../../parts/dialogs/dialog-frame.tsx';
import { DialogForm } from '../../../../parts/dialogs/form-dialog.tsx';
import { TimePicker24 } from '../../../../parts/forms/time-picker24.tsx';
import { TimezoneSelect } from '../../../../parts/forms/timezone-select.tsx';
import { useAction } from '../../../../api/action.ts';
import { useEdited } from '../../../../lib/use-edited.ts';
import { clockOnWire, firstInstant, timeFromWire, todayIn } from '../scheduler/wizard-state.ts';

type Row = Data<'fetch-schedulers'>['items'][number];

/** The dialog that moves everything that is not yet published. */
export function RescheduleDialog({ row, onClose }: { row: Row | null; onClose: () => void }) {
  return (
    <DialogFrame opened={row !== null} onClose={onClose} title="Select Date & Time" closesOutside={false}>
      {row && <Fields key={row.id} row={row} onClose={onClose} />}
    </DialogFrame>
  );
}

function Fields({ row, onClose }: { row: Row; onClose: () => void }) {
  const [saved] = useState<Plan>(() => ({
    when: { date: startOf(row), time: timeFromWire(row), zone: row.timezone },
    repurpose: row.re_purpose === '1',
  }));
  const edited = useEdited({
    formName: null,
    saved,
    version: row.version,
    stateOf: (plan) => plan,
    labels,
    words: inWords,
    read: planOf,
  });
  const { when, repurpose } = edited.fields;
  const { date, time, zone } = when;
  const change = (part: Partial<When>) => edited.change({ when: { ...when, ...part } });
  const [checked, setChecked] = useState(false);
  const move = useAction('reschedule', {
    onDone: onClose,
    onRefused: ({ status }) => {
      if (status === 404) onClose();
    },
    onConflict: edited.onConflict,
  });

  const at = firstInstant({ date, time, zone });
  const timeError = at === null ? 'Please choose a time' : at.getTime() <= Date.now() ? messages.pastTime : undefined;
  const submit = () => {
    setChecked(true);
    if (at === null || at.getTime() <= Date.now()) return;
    void edited.save((changes, version, plan) => {
      // If nothing else has changed either, the person wants the posts to be published at the times shown.
      const moves = changes.when !== undefined || changes.repurpose === undefined;
      return move.run(
        {
          id: row.id,
          ...version,
          ...(moves ? { schedule_date: plan.when.date, ...clockOnWire(plan.when.time), timezone: plan.when.zone } : {}),
          ...(changes.repurpose === undefined ? {} : { re_purpose: changes.repurpose ? 1 : 0 }),
        },
        { repeats: true },
      );
    });
  };
  return (
    <DialogForm busy={move.busy} action="Reschedule" onSave={submit} onClose={onClose}>
      <Group grow align="flex-start">
        <DateField
          label="Date"
          value={date}
          from={todayIn(zone, new Date())}
          format="MM-DD-YYYY"
          onChange={(chosen) => change({ date: chosen })}
        />
        <TimePicker24
          label="Time"
          required
          value={time}
          onChange={(chosen) => change({ time: chosen })}
          error={checked ? (move.errors.hours ?? timeError) : undefined}
        />
      </Group>
      <TimezoneSelect value={zone} onChange={(chosen) => change({ zone: chosen })} />
      <Checkbox
        label="Repurpose"
        description="Start again with the first item when everything has been published"
        checked={repurpose}
        onChange={(event) => edited.change({ repurpose: event.currentTarget.checked })}
      />
    </DialogForm>
  );
}

type When = { date: string; time: string; zone: string };
type Plan = { when: When; repurpose: boolean };
const labels = { when: 'Date & Time', repurpose: 'Repurpose' };
const inWords = (field: keyof Plan, { when, repurpose }: Plan): string =>
  field === 'repurpose' ? (repurpose ? 'On' : 'Off') : `${when.date} ${when.time} ${when.zone}`;

/** A plan as the server states it in a conflict. */
function planOf({
  schedule_date: date,
  hours,
  minutes,
  timezone: zone,
  re_purpose: repurpose,
}: Readonly<Record<string, unknown>>): Plan | null {
  if (typeof date !== 'string' || typeof hours !== 'string' || typeof minutes !== 'string' || typeof zone !== 'string')
    return null;
  return { when: { date, time: `${hours}:${minutes}`, zone }, repurpose: repurpose === 1 };
}

// A past day cannot be selected, so the dialog opens at today instead.
function startOf(row: Row): string {
  const date = row.schedule_date.slice(0, 10);
  const today = todayIn(row.timezone, new Date());
  return date < today ? today : date;
}
