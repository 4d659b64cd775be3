import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { useList } from '../../api/queries.ts';
import { DialogFrame } from '../../parts/dialog-frame.tsx';
import { Failure } from '../../parts/failure.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import type { Kept } from './kept.ts';
import styles from './trends.module.css';

/** Keeps a result as an idea of a client. */
export function SaveIdea({ kept, onClose }: { kept: Kept; onClose: () => void }) {
  const [search, setSearch] = useState('');
  const clients = useList('fetch-app-client', search === '' ? {} : { search });
  const [chosen, setChosen] = useState<string | null>(null);
  const [lack, setLack] = useState<string | null>(null);
  const { run, busy, failure } = useAction('save-idea', { onDone: onClose });
  return (
    <DialogFrame opened onClose={onClose} title="Save to ideas" size="sm">
      <form
        className={styles.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setLack(chosen === null ? 'Please choose a client' : null);
          if (chosen === null) return;
          void run({ client_id: chosen, title: kept.title.slice(0, 300), words: '', url: kept.url });
        }}
      >
        <p>{kept.title}</p>
        <Select
          label="Client"
          placeholder="Choose a client"
          searchable
          data={clients.items.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen}
          error={lack}
          nothingFoundMessage="No client fits"
          onSearchChange={(typed) => {
            if (clients.items.every(({ name }) => name !== typed)) setSearch(typed);
          }}
          onChange={(client) => {
            setChosen(client);
            setLack(null);
          }}
        />
        <Failure message={failure} />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton busy={busy}>Save</SubmitButton>
        </div>
      </form>
    </DialogFrame>
  );
}
