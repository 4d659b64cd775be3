import { Popover } from '@mantine/core';
import { useState } from 'react';
import { instantToLocal } from '#rules/planning.ts';
import { useEscape } from '../../../../lib/use-escape.ts';
import { DateField } from '../../../../parts/forms/date-field.tsx';
import { TimePicker24 } from '../../../../parts/forms/time-picker24.tsx';
import styles from './plan-several.module.css';
import { dayInWords } from './times.ts';

type At = { date: string; time: string };
type Props = {
  number: number;
  at: At | null;
  zone: string;
  /** Whether the time is the row's own. */ isOwn: boolean;
  onChange: (at: At) => void;
};

/** The time of a row; a press lets it be changed. */
export function TimeCell({ number, at, zone, isOwn, onChange }: Props) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  const today = instantToLocal(new Date(), zone).slice(0, 10);
  const { date, time } = at ?? { date: today, time: '09:00' };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus width={280}>
      <Popover.Target>
        <button
          type="button"
          className={styles.cell}
          aria-label={`Time of row ${number}: ${at === null ? 'none' : `${dayInWords(date)}, ${time}`}`}
          aria-expanded={opened}
          data-own={isOwn || undefined}
          onClick={() => setOpened(!opened)}
        >
          {at === null ? (
            <span className={styles.faint}>No time</span>
          ) : (
            <>
              <b>{dayInWords(date)}</b> <span className="nums">{time}</span>
            </>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.rhythm}>
          <DateField label="Date" value={date} from={today} onChange={(day) => onChange({ date: day, time })} />
          <TimePicker24
            label="Time"
            value={time}
            onChange={(clock) => {
              if (clock !== '') onChange({ date, time: clock });
            }}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
