import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../../../parts/states/empty-state.tsx';
import { Face } from '../../../../parts/display/face.tsx';
import { useList } from '../../../../api/queries.ts';
import { counted } from '../../../../lib/words.ts';
import { paths } from '../../../../paths.ts';
import { Option } from './option.tsx';
import { OptionList } from './option-list.tsx';
import type { Choice } from './wizard-state.ts';
import styles from './wizard.module.css';

type Props = { chosen: Choice['client']; onChoose: (client: NonNullable<Choice['client']>) => void };

/** Step 1: the client. */
export function ClientStep({ chosen, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const list = useList('fetch-app-client', { sort: 'connected', ...(search ? { search } : {}) });
  return (
    <OptionList
      label="Client"
      list={list}
      search={{ value: search, onChange: setSearch, label: 'Search clients' }}
      empty={
        <EmptyState
          icon="users"
          text="No Client Account Created"
          action={
            <Button component={Link} to={paths.addClient()} variant="default">
              Add client
            </Button>
          }
        />
      }
      option={({ id, name, accounts, image, thumbnail, paused_at: pausedAt }) => (
        <Option
          key={id}
          kind="radio"
          name="client"
          checked={chosen?.id === id}
          onChange={() => onChoose({ id, name })}
          picture={<Face name={name} image={thumbnail ?? image} size={36} />}
          title={name}
          hint={
            accounts === 0 ? (
              <span className={styles.warning}>No accounts connected yet</span>
            ) : (
              <>
                {pausedAt !== null && <span className={styles.warning}>Paused: posts wait until it is resumed. </span>}
                {counted(accounts, 'account')}
              </>
            )
          }
        />
      )}
    />
  );
}
