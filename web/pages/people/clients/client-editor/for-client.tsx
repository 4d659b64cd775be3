import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { useCall } from '../../../../api/queries.ts';
import { useMay } from '../../../../api/session.ts';
import { paths } from '../../../../paths.ts';
import styles from './client-editor.module.css';

/** The next step after a client's first account: a stream for the client. */
export function ForClient({ client: { id, name } }: { client: { id: string; name: string } }) {
  const schedules = useMay('schedule');
  const { data } = useCall('fetch-social-accounts', { user_id: id }, { enabled: schedules });
  if (!schedules || !data || data.accounts.length === 0) return null;
  return (
    <p className={styles.next}>
      <Button
        component={Link}
        to={paths.createStream({ for: id })}
        variant="default"
        leftSection={<Icon name="stack-2" size={16} />}
        aria-label={`Create a stream for ${name}`}
      >
        Create a stream
      </Button>
    </p>
  );
}
