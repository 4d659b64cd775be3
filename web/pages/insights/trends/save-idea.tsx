import { Select } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/action.ts';
import { useList } from '../../../api/queries.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import type { Kept } from '../../../parts/text-item/kept.ts';

/** Saves a result as an idea for a client. */
export function SaveIdea({ kept, onClose }: { kept: Kept; onClose: () => void }) {
  const [search, setSearch] = useState('');
  const clients = useList('fetch-app-client', search === '' ? {} : { search });
  const [chosen, setChosen] = useState<string | null>(null);
  const [lack, setLack] = useState<string | null>(null);
  const { run, busy, failure } = useAction('save-idea', { onDone: onClose });
  return (
    <FormDialog
      title="Save to ideas"
      size="sm"
      busy={busy}
      failure={failure}
      onSave={() => {
        setLack(chosen === null ? 'Please choose a client' : null);
        if (chosen === null) return;
        void run({ client_id: chosen, title: kept.title.slice(0, 300), words: '', url: kept.url });
      }}
      onClose={onClose}
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
    </FormDialog>
  );
}
