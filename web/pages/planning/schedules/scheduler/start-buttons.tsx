import { Button } from '@mantine/core';
import { useCall } from '../../../../api/queries.ts';
import { clockIn, type Choice } from './wizard-state.ts';
import styles from './wizard.module.css';

type Props = {
  choice: Choice;
  /** Minutes from saving to the first post; null for a selected time. */
  soon: number | null;
  onSoon: (minutes: number) => void;
  onTime: (time: string) => void;
};

/** Common choices for the time of the first post, beside the time picker. */
export function StartButtons({ choice, soon, onSoon, onTime }: Props) {
  const { data: best } = useCall(
    'best-time',
    { client_id: choice.client?.id ?? '' },
    { enabled: choice.client !== null },
  );
  const times = [
    ...new Set(
      best
        ?.filter(({ account_id: id }) => choice.accounts.includes(id))
        .map(({ date, timezone }) => clockIn(date.slice(11, 16), { on: choice.date, from: timezone, to: choice.zone })),
    ),
  ];
  return (
    <div className={styles.starts} role="group" aria-label="Usual times">
      <Button
        size="compact-sm"
        variant={soon === 0 ? 'light' : 'default'}
        aria-pressed={soon === 0}
        onClick={() => onSoon(0)}
      >
        Now
      </Button>
      <Button
        size="compact-sm"
        variant={soon === 5 ? 'light' : 'default'}
        aria-pressed={soon === 5}
        onClick={() => onSoon(5)}
      >
        In 5 minutes
      </Button>
      {times.map((time) => (
        <Button
          key={time}
          size="compact-sm"
          variant={soon === null && time === choice.time ? 'light' : 'default'}
          aria-pressed={soon === null && time === choice.time}
          onClick={() => onTime(time)}
        >
          Best time, {time}
        </Button>
      ))}
      {best && times.length === 0 && (
        <span className={styles.startsNote}>Best time: not enough posts measured yet</span>
      )}
    </div>
  );
}
