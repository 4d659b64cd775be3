import { Button, Loader } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { may } from '#rules/permissions.ts';
import { useCall } from '../../api/queries.ts';
import { personOf, useUser } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Icon } from '../icons/icon.tsx';
import styles from './ai.module.css';
import { costWords } from './cost-words.ts';

/** A button that opens the AI; without a key it says where to set one. */
export function AiGate({ label, children }: { label: string; children: (cost: string) => ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <div className={styles.gate}>
      <Button
        variant="default"
        aria-expanded={opened}
        leftSection={<Icon name="sparkles" size={18} />}
        onClick={() => setOpened(!opened)}
        style={{ justifySelf: 'start' }}
      >
        {label}
      </Button>
      {opened && (
        <section className={styles.panel} aria-label={label}>
          <Inside>{children}</Inside>
        </section>
      )}
    </div>
  );
}

function Inside({ children }: { children: (cost: string) => ReactNode }) {
  const { data, error } = useCall('fetch-ai', {});
  const owner = may(personOf(useUser()), 'myAccount');
  if (error && !data) return <p className={styles.failure}>{error.message}</p>;
  if (!data) return <Loader size="sm" />;
  if (data.ready) return children(costWords(data));
  return (
    <p className={styles.hint}>
      The AI writes with your agency’s own key, and there is none yet.{' '}
      {owner ? (
        <>
          Set it under <Link to={`${paths.myAccount()}#connections`}>My Account, Connections</Link>.
        </>
      ) : (
        'The owner of the agency sets it under My Account, Connections.'
      )}
    </p>
  );
}
