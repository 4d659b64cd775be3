import { Checkbox, Select } from '@mantine/core';
import type { NetworkId } from '#rules/eligibility.ts';
import { frequencies } from '#rules/planning.ts';
import { DateField } from '../../../../parts/forms/date-field.tsx';
import { TimePicker24 } from '../../../../parts/forms/time-picker24.tsx';
import { TimezoneSelect } from '../../../../parts/forms/timezone-select.tsx';
import { ApprovalHint } from './approval-hint.tsx';
import { PlanPreview } from './plan-preview.tsx';
import { frequencyNames } from './plan-words.ts';
import { StartButtons } from './start-buttons.tsx';
import { todayIn, type Choice } from './wizard-state.ts';
import styles from './wizard.module.css';

type Props = {
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
  timeError: string | undefined;
  dateError: string | undefined;
  /** The networks, each once. */ networks: readonly NetworkId[];
  /** Minutes from now at which the first post is published; null if a time was selected. */ soon: number | null;
  onSoon: (minutes: number) => void;
  /** Whether words that are being edited block the plan. */ mustSave: boolean;
  onUnsaved: (id: string, isUnsaved: boolean) => void;
};

/** Step 4: when the first post is published, how often the next ones, and what that means. */
export function ScheduleStep({
  choice,
  onChange,
  timeError,
  dateError,
  networks,
  soon,
  onSoon,
  mustSave,
  onUnsaved,
}: Props) {
  return (
    <div className={styles.when}>
      <div className={styles.fields}>
        <DateField
          label="First post on"
          value={choice.date}
          from={todayIn(choice.zone, new Date())}
          error={dateError}
          onChange={(date) => onChange({ date })}
        />
        <TimePicker24
          label="At"
          required
          value={choice.time}
          onChange={(time) => onChange({ time })}
          error={timeError}
        />
        <StartButtons choice={choice} soon={soon} onSoon={onSoon} onTime={(time) => onChange({ time })} />
        <TimezoneSelect
          value={choice.zone}
          onChange={(zone) => onChange({ zone })}
          description="Posts follow the local time of this zone"
        />
        <Select
          label="Frequency"
          description="One item of the stream each time, in order"
          data={frequencies.map((value) => ({ value, label: frequencyNames[value] }))}
          value={choice.frequency}
          allowDeselect={false}
          onChange={(value) => {
            const frequency = frequencies.find((known) => known === value);
            if (frequency) onChange({ frequency });
          }}
        />
        <Checkbox
          className={styles.wide}
          label="Repurpose"
          description={
            'When everything has been published, start again with the first item, in the same order and at ' +
            'the same pace. It stops after a round in which every post failed.'
          }
          checked={choice.repurpose}
          onChange={(event) => onChange({ repurpose: event.currentTarget.checked })}
        />
        {choice.client && <ApprovalHint clientId={choice.client.id} />}
      </div>
      <PlanPreview choice={choice} onChange={onChange} networks={networks} mustSave={mustSave} onUnsaved={onUnsaved} />
    </div>
  );
}
