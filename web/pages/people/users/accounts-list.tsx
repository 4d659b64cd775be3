import { useState, type ReactNode } from 'react';
import { DataTable, sortablesOf, type Column } from '../../../parts/lists/data-table.tsx';
import { confirmDelete } from '../../../parts/dialogs/dialogs.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Face } from '../../../parts/display/face.tsx';
import { IconAction } from '../../../parts/buttons/icon-action.tsx';
import { SortSelect } from '../../../parts/lists/sort-select.tsx';
import { Toolbar } from '../../../parts/lists/toolbar.tsx';
import { When } from '../../../parts/display/when.tsx';
import type { Sorting } from '../../../lib/sorting.ts';
import styles from './people.module.css';
import type { Permission } from '#rules/permissions.ts';
import { useMay } from '../../../api/session.ts';

type Account = { id: string; name: string; email: string; thumbnail?: string | null; created: string };

type Props<T extends Account> = {
  /** 'Team Member Management'. */
  title: string;
  /** The type of all of them: 'Team Member'. */
  type: string;
  list: {
    items: readonly T[];
    first: unknown;
    loading: boolean;
    error: Error | null;
    retry: () => void;
    hasMore: boolean;
    loadMore: () => void;
    loadingMore: boolean;
  };
  search: string;
  onSearch: (search: string) => void;
  /** Set if the list has orders besides newest first. */
  sorting?: Sorting;
  /** Columns between type and date. */
  further?: readonly Column<T>[];
  /** The form that edits an account, below its row. */
  editor: (account: T, close: () => void) => ReactNode;
  deleteText: string;
  /** What remains of the account's work after a deletion; '' if there is nothing to say. */
  deleteNote?: string;
  /** Who deletes accounts and mails links. */
  permission: Permission;
  /** Who edits them. */
  editPermission: Permission;
  onDelete: (id: string) => Promise<boolean>;
  onInvite: (id: string) => Promise<boolean>;
};

/** The accounts with search, paging, and a form below the edited row. */
export function AccountsList<T extends Account>({
  title,
  type,
  list,
  search,
  onSearch,
  sorting,
  further = [],
  editor,
  deleteText,
  deleteNote = '',
  permission,
  editPermission,
  onDelete,
  onInvite,
}: Props<T>) {
  const changes = useMay(permission);
  const edits = useMay(editPermission);
  const [edited, setEdited] = useState<string | null>(null);
  const [invited, setInvited] = useState<string | null>(null);
  const invite = async (id: string) => {
    setInvited(id);
    await onInvite(id);
    setInvited(null);
  };
  const columns: readonly Column<T>[] = [
    {
      key: 'name',
      phone: 'name',
      label: 'Name',
      sort: { by: 'name', kind: 'name' },
      cell: ({ name, thumbnail }) => (
        <span className={styles.name}>
          <Face name={name} image={thumbnail ?? null} size={32} />
          {name}
        </span>
      ),
      width: '24%',
    },
    { key: 'email', label: 'Email Address', phone: 'where', cell: ({ email }) => email },
    { key: 'type', label: 'Account Type', cell: () => <span className={styles.whole}>{type}</span> },
    ...further,
    {
      key: 'created',
      phone: 'when',
      label: 'Created',
      sort: { by: 'created', kind: 'time' },
      cell: ({ created }) => (
        <span className={styles.whole}>
          <When at={created} form="short" />
        </span>
      ),
    },
  ];
  return (
    <section className={styles.list} aria-labelledby="accounts">
      <h2 id="accounts">{title}</h2>
      <Toolbar
        search={search}
        onSearch={onSearch}
        searchLabel="Search by name or email"
        filters={sorting && <SortSelect sorting={sorting} sortables={sortablesOf(columns)} />}
      />
      {list.error && list.first === undefined ? (
        <ErrorState error={list.error} onRetry={list.retry} />
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={list.items}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          loading={list.loading}
          empty={<EmptyState icon={search === '' ? 'users-group' : 'search'} text="No Records Found" />}
          actionsLabel="Actions"
          rowActions={({ id, name, email }) => (
            <>
              <IconAction
                icon="key"
                word="Email a link to set a password"
                label={`Email ${name} a link to set a password`}
                size={36}
                disabled={!changes}
                loading={invited === id}
                onClick={() => void invite(id)}
              />
              {edits && (
                <IconAction
                  icon="pencil"
                  word="Edit"
                  label={`Edit ${name}`}
                  size={36}
                  isOpen={edited === id}
                  onClick={() => setEdited(edited === id ? null : id)}
                />
              )}
              <IconAction
                icon="trash"
                word="Delete"
                label={`Delete ${name}`}
                size={36}
                isRed
                disabled={!changes}
                onClick={() =>
                  confirmDelete({
                    text: deleteText,
                    about: { name, words: deleteNote === '' ? email : `${email}, ${deleteNote}` },
                    onConfirm: () => onDelete(id),
                  })
                }
              />
            </>
          )}
          below={(account) => (account.id === edited ? editor(account, () => setEdited(null)) : null)}
          more={list}
          {...(sorting ? { sorting } : {})}
        />
      )}
    </section>
  );
}
