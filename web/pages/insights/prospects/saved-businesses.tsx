import { Button, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { prospectStateNames, prospectStates } from '#rules/prospects.ts';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { isFound } from '../../../lib/found-words.ts';
import { oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import { counted } from '../../../lib/words.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { Toolbar } from '../../../parts/lists/toolbar.tsx';
import { ChangeNote } from '../../content/streams/stream-editor/change-note.tsx';
import { BusinessCard } from './business-card.tsx';
import { toSaveAgain, type Saved } from './business.ts';
import { EditProspect } from './edit-prospect.tsx';
import styles from './find-clients.module.css';
import type { Tiles } from './map/base.tsx';
import { WithMap } from './with-map.tsx';

const states = [
  { value: '', label: 'All states' },
  ...prospectStates.map((value) => ({ value, label: prospectStateNames[value] })),
];

/** The businesses of a list, all or filtered by state, beside their map. */
export function SavedBusinesses({ list, tiles }: { list: string; tiles: Tiles }) {
  const { data, error, refetch } = useCall('fetch-prospects', { list_id: list }, { still: true, passing: true });
  const { search, setSearch, filter, setFilter } = useListAddress(['state']);
  const state = filter('state', oneOf(prospectStates)) ?? '';
  const [edited, setEdited] = useState<Saved | null>(null);
  const [removed, setRemoved] = useState<Saved | null>(null);
  const remove = useAction('remove-prospect', { quiet: true, onDone: () => void refetch() });
  const restore = useAction('add-prospects', {
    quiet: true,
    onDone: () => {
      setRemoved(null);
      void refetch();
    },
  });
  const shown = useMemo(
    () =>
      data?.items.filter(
        (item) => (state === '' || item.state === state) && isFound(search, item.name, item.address, item.notes),
      ) ?? [],
    [data, state, search],
  );
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons rows={4} kind="cards" />;
  return (
    <section aria-label={`Businesses of ${data.name}`}>
      <Toolbar
        search={search}
        onSearch={setSearch}
        searchLabel="Search the list"
        filters={
          <Select
            aria-label="State"
            allowDeselect={false}
            data={states}
            value={state}
            onChange={(value) => setFilter('state', value)}
          />
        }
      />
      {removed && (
        <ChangeNote
          change={{
            words: `“${removed.name}” is taken out of the list.`,
            undo: () => void restore.run({ list_id: list, businesses: [toSaveAgain(removed)] }),
          }}
          onClose={() => setRemoved(null)}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState
          icon="bookmark"
          text={
            data.items.length === 0
              ? 'Nothing in this list yet. Search for businesses and save them here.'
              : 'No business of this list fits.'
          }
        />
      ) : (
        <>
          <p className={styles.count}>{counted(shown.length, 'business', 'businesses')}</p>
          <WithMap pins={shown} tiles={tiles}>
            <ul className={styles.cards}>
              {shown.map((business) => (
                <li key={business.id}>
                  <SavedBusiness
                    business={business}
                    onEdit={() => setEdited(business)}
                    onRemove={async () => {
                      if (await remove.run({ id: business.id })) setRemoved(business);
                    }}
                  />
                </li>
              ))}
            </ul>
          </WithMap>
        </>
      )}
      {edited && (
        <EditProspect
          business={edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            void refetch();
          }}
        />
      )}
    </section>
  );
}

type SavedProps = { business: Saved; onEdit: () => void; onRemove: () => Promise<void> };

function SavedBusiness({ business, onEdit, onRemove }: SavedProps) {
  const { id, name, state, notes } = business;
  return (
    <BusinessCard
      id={id}
      business={business}
      more={
        <>
          <p className={styles.state} data-state={state}>
            {prospectStateNames[state]}
          </p>
          {notes !== '' && <p className={styles.notes}>{notes}</p>}
        </>
      }
      actions={
        <>
          <Button size="compact-sm" variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Remove ${name}`}
            onClick={() => void onRemove()}
          >
            Remove
          </Button>
        </>
      }
    />
  );
}
