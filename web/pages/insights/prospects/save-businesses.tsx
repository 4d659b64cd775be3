import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { counted } from '../../../lib/words.ts';
import { DialogFrame } from '../../../parts/dialogs/dialog-frame.tsx';
import { DialogForm } from '../../../parts/dialogs/form-dialog.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import type { ToSave } from './business.ts';

type Props = { businesses: ToSave[]; onClose: () => void };

/** Saves businesses to an existing list, or to a new one. */
export function SaveBusinesses(props: Props) {
  const { data, error, refetch } = useCall('fetch-prospect-lists', {});
  return (
    <DialogFrame opened onClose={props.onClose} title="Save to a list" size="sm">
      {data !== undefined ? (
        <Form {...props} lists={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeletons rows={2} kind="cards" />
      )}
    </DialogFrame>
  );
}

/** The option for a new list. */
const another = 'another';

function Form({ businesses, lists, onClose }: Props & { lists: readonly { id: string; name: string }[] }) {
  const [chosen, setChosen] = useState(lists[0]?.id ?? another);
  const [name, setName] = useState('');
  const add = useAction('add-prospects', { onDone: onClose });
  const make = useAction('save-prospect-list', {
    quiet: true,
    onDone: ({ id }) => {
      setChosen(id);
      void add.run({ list_id: id, businesses });
    },
  });
  const [first] = businesses;
  return (
    <DialogForm
      busy={make.busy || add.busy}
      failure={add.failure}
      onSave={() => void (chosen === another ? make.run({ name }) : add.run({ list_id: chosen, businesses }))}
      onClose={onClose}
    >
      <p>{businesses.length === 1 ? first?.name : counted(businesses.length, 'business', 'businesses')}</p>
      {lists.length > 0 && (
        <Select
          label="List"
          searchable
          allowDeselect={false}
          data={[
            ...lists.map((list) => ({ value: list.id, label: list.name })),
            { value: another, label: 'A new list' },
          ]}
          value={chosen}
          onChange={(value) => {
            if (value !== null) setChosen(value);
          }}
        />
      )}
      {chosen === another && (
        <TextInput
          label="Name of the list"
          placeholder="Bakeries in Leeds"
          maxLength={100}
          value={name}
          error={make.errors['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </DialogForm>
  );
}
