import { Group, Radio } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { instantToLocal, localToInstant } from '#rules/planning.ts';
import { counted } from '../../../../lib/words.ts';
import { zoneLabel } from '../../../../lib/when.ts';
import { DateField } from '../../../../parts/forms/date-field.tsx';
import { TimePicker24 } from '../../../../parts/forms/time-picker24.tsx';
import { When } from '../../../../parts/display/when.tsx';
import styles from './drafts.module.css';

/** A date 'YYYY-MM-DD', a time of day 'HH:mm' ('' for none yet) and their time zone. */
export type Slot = { date: string; time: string; timezone: string };

type Props = {
  /** The client's free slots, and the time zone of its plan. */
  free: Data<'fetch-free-slots'>;
  slot: Slot | null;
  /** Whether the initial slot was none of these. */ startsOther: boolean;
  error: string | undefined;
  onChoose: (slot: Slot) => void;
};

const keyOf = ({ date, time }: { date: string; time: string }): string => `${date} ${time}`;
const another = 'another';

/** When a draft is to be published: in one of the client's next free slots, or at another time. */
export function SlotChoice({ free: { timezone, slots }, slot, startsOther, error, onChoose }: Props) {
  const [isOther, setOther] = useState(startsOther || slots.length === 0);
  const shown = slot ?? { date: instantToLocal(new Date(), timezone).slice(0, 10), time: '', timezone };
  return (
    <>
      <Radio.Group
        label="Slot"
        description={`Days on which the client has few posts or none. Times are in ${zoneLabel(timezone)}.`}
        value={isOther ? another : keyOf(shown)}
        onChange={(key) => {
          setOther(key === another);
          const chosen = slots.find((each) => keyOf(each) === key);
          if (chosen) onChoose({ date: chosen.date, time: chosen.time, timezone });
        }}
      >
        <div className={styles.choices}>
          {slots.map((each) => (
            <Radio
              key={keyOf(each)}
              value={keyOf(each)}
              label={
                <>
                  <When at={localToInstant(keyOf(each), timezone).toISOString()} zone={timezone} form="short" />
                  {each.posts > 0 && `, beside ${counted(each.posts, 'post')}`}
                </>
              }
            />
          ))}
          <Radio value={another} label="Another time" />
        </div>
      </Radio.Group>
      {isOther && (
        <Group grow align="flex-start">
          <DateField
            label="Date"
            value={shown.date}
            from={instantToLocal(new Date(), shown.timezone).slice(0, 10)}
            onChange={(date) => onChoose({ ...shown, date })}
          />
          <TimePicker24
            label={shown.timezone === timezone ? 'Time' : `Time in ${zoneLabel(shown.timezone)}`}
            required
            value={shown.time}
            error={error}
            onChange={(time) => onChoose({ ...shown, time })}
          />
        </Group>
      )}
      {!isOther && error !== undefined && <p className={styles.error}>{error}</p>}
    </>
  );
}
