import { Group, Radio } from '@mantine/core';
import { useEffect, useState } from 'react';
import { instantToLocal, localToInstant } from '#rules/planning.ts';
import { useCall } from '../../../api/queries.ts';
import { counted } from '../../../lib/words.ts';
import { placeOf } from '../../../lib/when.ts';
import { DateField } from '../../../parts/date-field.tsx';
import { TimePicker24 } from '../../../parts/time-picker24.tsx';
import { When } from '../../../parts/when.tsx';
import styles from './drafts.module.css';

/** A date 'YYYY-MM-DD', a time of day 'HH:mm' ('' for none yet) and the zone both are meant in. */
export type Slot = { date: string; time: string; timezone: string };

type Props = {
  client: string;
  slot: Slot | null;
  /** Meant where no free slots are known. */ zone: string;
  error: string | undefined;
  onChoose: (slot: Slot) => void;
};

const keyOf = ({ date, time }: { date: string; time: string }): string => `${date} ${time}`;
const another = 'another';

/** When a draft is to go out: one of the client's next free slots, or another time. */
export function SlotChoice({ client, slot, zone, error, onChoose }: Props) {
  const { data } = useCall('fetch-free-slots', { client_id: client });
  const [isOther, setOther] = useState(slot !== null);
  const slots = data?.slots ?? [];
  const timezone = slot?.timezone ?? data?.timezone ?? zone;
  useEffect(() => {
    const [first] = data?.slots ?? [];
    if (slot === null && data && first) onChoose({ date: first.date, time: first.time, timezone: data.timezone });
  }, [slot, data, onChoose]);
  const value = isOther ? another : slot === null ? '' : keyOf(slot);
  const shown = slot ?? { date: instantToLocal(new Date(), timezone).slice(0, 10), time: '', timezone };
  return (
    <>
      <Radio.Group
        label="Slot"
        description={`Days on which the client has few posts or none. Times are in ${placeOf(timezone)}.`}
        value={data && slots.length === 0 ? another : value}
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
      {(isOther || (data !== undefined && slots.length === 0)) && (
        <Group grow align="flex-start">
          <DateField
            label="Date"
            value={shown.date}
            from={instantToLocal(new Date(), timezone).slice(0, 10)}
            format="MM-DD-YYYY"
            onChange={(date) => onChoose({ ...shown, date })}
          />
          <TimePicker24
            label="Time"
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
