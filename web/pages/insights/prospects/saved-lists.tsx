import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Data } from '#contract/index.ts';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { counted } from '../../../lib/words.ts';
import { confirmDelete } from '../../../parts/dialogs/dialogs.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import styles from './find-clients.module.css';
import type { Tiles } from './map/base.tsx';
import { NameList } from './name-list.tsx';
import { SavedBusinesses } from './saved-businesses.tsx';

type List = Data<'fetch-prospect-lists'>[number];

/** The agency's lists of businesses; the address names the open one. */
export function SavedLists({ tiles }: { tiles: Tiles }) {
  const [address, setAddress] = useSearchParams();
  const { data, error, refetch } = useCall('fetch-prospect-lists', {});
  const [named, setNamed] = useState<List | 'new' | null>(null);
  const open = (id: string | null) => setAddress(id === null ? { tab: 'lists' } : { tab: 'lists', list: id });
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons rows={4} kind="cards" />;
  const list = data.find(({ id }) => id === address.get('list')) ?? data[0];
  return (
    <>
      {list === undefined ? (
        <EmptyState
          icon="bookmark"
          text="No list yet. Search for businesses and save them, or begin with a name."
          action={<Button onClick={() => setNamed('new')}>New list</Button>}
        />
      ) : (
        <>
          <div className={styles.lists}>
            <Select
              label="List"
              searchable
              allowDeselect={false}
              data={data.map(({ id, name, count }) => ({ value: id, label: `${name} (${count})` }))}
              value={list.id}
              onChange={open}
            />
            <ListActions list={list} onName={setNamed} onDeleted={() => open(null)} />
          </div>
          <SavedBusinesses key={list.id} list={list.id} tiles={tiles} />
        </>
      )}
      {named !== null && (
        <NameList
          list={named === 'new' ? null : named}
          onClose={() => setNamed(null)}
          onSaved={(id) => {
            setNamed(null);
            open(id);
          }}
        />
      )}
    </>
  );
}

type ActionsProps = { list: List; onName: (list: List | 'new') => void; onDeleted: () => void };

function ListActions({ list, onName, onDeleted }: ActionsProps) {
  const remove = useAction('delete-prospect-list', { onDone: onDeleted });
  const csv = useAction('export-prospects', {
    quiet: true,
    onDone: ({ file_name: name, csv: text }) => saveFile(name, text, 'text/csv;charset=utf-8'),
  });
  return (
    <div className={styles.actions}>
      <Button variant="default" onClick={() => onName('new')}>
        New list
      </Button>
      <Button variant="default" onClick={() => onName(list)}>
        Rename
      </Button>
      <Button
        variant="default"
        disabled={csv.busy || list.count === 0}
        onClick={() => void csv.run({ list_id: list.id })}
      >
        {csv.busy ? 'Exporting…' : 'Export CSV'}
      </Button>
      <Button
        variant="subtle"
        color="red"
        onClick={() =>
          confirmDelete({
            text: `“${list.name}” and its ${counted(list.count, 'business', 'businesses')} are deleted. Clients stay.`,
            onConfirm: () => remove.run({ id: list.id }),
          })
        }
      >
        Delete list
      </Button>
    </div>
  );
}
