import { ActionIcon, Button, Popover } from '@mantine/core';
import { useState } from 'react';
import { instantToLocal } from '#rules/planning.ts';
import { useEscape } from '../../../../lib/use-escape.ts';
import { DateField } from '../../../../parts/forms/date-field.tsx';
import { TimePicker24 } from '../../../../parts/forms/time-picker24.tsx';
import { Icon } from '../../../../parts/icons/icon.tsx';
import styles from './plan-several.module.css';
import { dayInWords, rhythmInWords, weekdays, type Rhythm } from './times.ts';

type Props = { rhythm: Rhythm; zone: string; onChange: (rhythm: Rhythm) => void };

const mostTimes = 8;

/** On which days and at which times the rows go out, in order. */
export function RhythmPicker({ rhythm, zone, onChange }: Props) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  const { days, times, from } = rhythm;
  const setTime = (index: number, time: string) =>
    onChange({ ...rhythm, times: [...new Set(times.map((each, at) => (at === index ? time : each)))] });
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus width={320}>
      <Popover.Target>
        <button type="button" className={styles.tool} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <Icon name="calendar" size={16} />
          <span>
            Days and times: <b>{rhythmInWords(rhythm)}</b>
            <span className={styles.faint}> from {dayInWords(from)}</span>
          </span>
          <Icon name="chevron-down" size={14} />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.rhythm}>
          <div className={styles.days} role="group" aria-label="Days">
            {weekdays.map(({ day, name }) => (
              <button
                key={day}
                type="button"
                aria-pressed={days.includes(day)}
                onClick={() =>
                  onChange({ ...rhythm, days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day] })
                }
              >
                {name}
              </button>
            ))}
          </div>
          {times.map((time, index) => (
            <div key={time} className={styles.time}>
              <TimePicker24
                label={times.length === 1 ? 'Time' : `Time ${index + 1}`}
                value={time}
                onChange={(next) => {
                  if (next !== '') setTime(index, next);
                }}
              />
              {times.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={`Remove ${time}`}
                  onClick={() => onChange({ ...rhythm, times: times.filter((each) => each !== time) })}
                >
                  <Icon name="x" size={16} />
                </ActionIcon>
              )}
            </div>
          ))}
          {times.length < mostTimes && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() => onChange({ ...rhythm, times: [...times, freeTime(times)] })}
            >
              Add a time
            </Button>
          )}
          <DateField
            label="From"
            value={from}
            from={instantToLocal(new Date(), zone).slice(0, 10)}
            onChange={(date) => onChange({ ...rhythm, from: date })}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The first usual time that is not there yet. */
const freeTime = (times: readonly string[]): string =>
  ['18:00', '12:00', '15:00', '09:00', '10:00', '17:00', '20:00', '08:00', '11:00'].find(
    (time) => !times.includes(time),
  ) ?? '13:00';
