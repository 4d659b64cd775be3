import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { counted } from '../../../../lib/words.ts';
import { useMay } from '../../../../api/session.ts';
import { paths } from '../../../../paths.ts';
import styles from './stream-editor.module.css';

type Stream = Pick<Data<'fetch-stream'>['stream'], 'id' | 'type' | 'items'>;

const nouns = { image: 'picture', video: 'video', text: 'text', formatted: 'text' } as const;

/** The link from a stream with content to its schedule: for the client it was made for, or for one to select. */
export function ScheduleThis({ stream, clientId }: { stream: Stream; clientId: string | undefined }) {
  const schedules = useMay('schedule');
  if (!schedules) return null;
  return (
    <p className={styles.next}>
      <span>{counted(stream.items, nouns[stream.type])} in this stream.</span>
      <Button
        component={Link}
        to={paths.scheduler({ new: '', for: clientId, stream: stream.id })}
        variant="light"
        leftSection={<Icon name="calendar-plus" size={16} />}
      >
        Schedule this stream
      </Button>
    </p>
  );
}
