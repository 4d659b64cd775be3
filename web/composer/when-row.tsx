import { Popover } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { instantToLocal } from '#rules/planning.ts';
import { useCall } from '../api/queries.ts';
import { useEscape } from '../lib/use-escape.ts';
import { zoneLabel } from '../lib/when.ts';
import { DateField } from '../parts/forms/date-field.tsx';
import { TimePicker24 } from '../parts/forms/time-picker24.tsx';
import { TimezoneSelect } from '../parts/forms/timezone-select.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import buttonsStyles from './buttons.module.css';
import planningStyles from './planning.module.css';
import type { Composed, Time } from './post.ts';
import { isPast, nextAt, timeInWords } from './when.ts';

type Props = {
  clientId: string | null;
  /** The accounts that the post goes to. */ accounts: readonly string[];
  /** The zone in which the client's posts are planned. */ zone: string;
  /** The chosen time, or the one that is offered; null before there is one. */
  when: 'now' | Time | null;
  onChange: (when: NonNullable<Composed['when']>) => void;
  /** Whether 'Now' is offered. */ hasNow: boolean;
};

/** When a post goes out: at the best hour where it is known, now, or at a picked time. The zone is said once. */
export function WhenRow({ clientId, accounts, zone, when, onChange, hasNow }: Props) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  const [otherZone, setOtherZone] = useState(false);
  const now = new Date();
  const { data: best } = useCall('best-time', { client_id: clientId ?? '' }, { enabled: clientId !== null });
  const known = best?.find(({ account_id: id }) => accounts.includes(id));
  const hour = known && nextAt(known.date.slice(11, 16), { from: known.timezone, to: zone, now });
  const shown = when === null || when === 'now' ? null : when;
  const isSame = (one: Time): boolean => shown?.date === one.date && shown.time === one.time;
  const picked = shown ?? { date: instantToLocal(now, zone).slice(0, 10), time: '', timezone: zone };
  const past = shown !== null && shown.time !== '' && isPast(shown, now);
  const pickedZone = shown?.timezone ?? zone;
  return (
    <div className={planningStyles.when} role="group" aria-label="When">
      <b>When</b>
      {(hour !== undefined || hasNow) && (
        <div className={planningStyles.segments}>
          {hour !== undefined && (
            <button type="button" aria-pressed={isSame(hour)} onClick={() => onChange(hour)}>
              Best hour <b>{timeInWords(hour, now)}</b>
            </button>
          )}
          {hasNow && (
            <button type="button" aria-pressed={when === 'now'} onClick={() => onChange('now')}>
              Now
            </button>
          )}
        </div>
      )}
      <Popover opened={opened} onChange={setOpened} position="top-start" trapFocus returnFocus zIndex={320} width={340}>
        <Popover.Target>
          <button
            type="button"
            className={planningStyles.pick}
            aria-expanded={opened}
            data-chosen={shown !== null || undefined}
            data-past={past || undefined}
            onClick={() => setOpened(!opened)}
          >
            <Icon name="calendar" size={18} />
            <span className="nums">
              {shown === null || shown.time === '' ? 'Pick a time' : timeInWords(shown, now)}
            </span>
            <Icon name="chevron-down" size={14} />
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={planningStyles.pickFields}>
            <DateField
              label="Date"
              value={picked.date}
              from={instantToLocal(now, pickedZone).slice(0, 10)}
              onChange={(date) => onChange({ ...picked, date, time: picked.time || '09:00' })}
            />
            <TimePicker24
              label="Time"
              required
              value={picked.time}
              error={past ? messages.pastTime : undefined}
              onChange={(time) => {
                if (time !== '') onChange({ ...picked, time });
              }}
            />
            {otherZone ? (
              <TimezoneSelect
                value={pickedZone}
                onChange={(timezone) => onChange({ ...picked, time: picked.time || '09:00', timezone })}
              />
            ) : (
              <button type="button" className={buttonsStyles.link} onClick={() => setOtherZone(true)}>
                Another time zone
              </button>
            )}
          </div>
        </Popover.Dropdown>
      </Popover>
      <span className={planningStyles.zone}>Times in {zoneLabel(pickedZone)}</span>
    </div>
  );
}
