import { Avatar, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useList } from '../../queries.ts';
import { counted } from '../../words.ts';
import { Option } from './option.tsx';
import { OptionList } from './option-list.tsx';
import type { Choice } from './wizard-state.ts';

type Props = { chosen: Choice['client']; onChoose: (client: NonNullable<Choice['client']>) => void };

/** Step 1: whose content goes out. */
export function ClientStep({ chosen, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const list = useList('fetch-app-client', search ? { search } : {});
  return (
    <OptionList
      label="Client"
      list={list}
      search={{ value: search, onChange: setSearch, label: 'Search clients' }}
      empty={<EmptyState icon="users" text="No Client Account Created" action={<Button component={Link} to="/add-client" variant="default">Add client</Button>} />}
      option={({ id, name, accounts, image, thumbnail }) => (
        <Option
          key={id}
          kind="radio"
          name="client"
          checked={chosen?.id === id}
          onChange={() => onChoose({ id, name })}
          picture={<Avatar src={thumbnail ?? image} name={name} size={36} radius="md" alt="" aria-hidden="true" />}
          title={name}
          hint={accounts === 0 ? 'No accounts connected yet' : counted(accounts, 'account')}
        />
      )}
    />
  );
}
