import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/action.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';

type Props = { list: { id: string; name: string } | null; onClose: () => void; onSaved: (id: string) => void };

/** The name of a list; without a list, of a new one. */
export function NameList({ list, onClose, onSaved }: Props) {
  const [name, setName] = useState(list?.name ?? '');
  const { run, busy, errors } = useAction('save-prospect-list', { onDone: ({ id }) => onSaved(id) });
  return (
    <FormDialog
      onClose={onClose}
      title={list === null ? 'New list' : 'Rename list'}
      size="sm"
      busy={busy}
      onSave={() => void run(list === null ? { name } : { id: list.id, name })}
    >
      <TextInput
        label="Name of the list"
        placeholder="Bakeries in Leeds"
        maxLength={100}
        value={name}
        error={errors['name']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
