import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { networkNames, type NetworkId } from '#rules/eligibility.ts';
import { DataTable, type Column } from '../../../../parts/lists/data-table.tsx';
import { confirmDelete } from '../../../../parts/dialogs/dialogs.ts';
import { ErrorState } from '../../../../parts/states/error-state.tsx';
import { IconAction } from '../../../../parts/buttons/icon-action.tsx';
import { PauseButton } from '../../../../parts/pausing/pause-button.tsx';
import { NetworkIcon } from '../../../../parts/icons/network-icon.tsx';
import { StatusBadge } from '../../../../parts/states/status-badge.tsx';
import { Toolbar } from '../../../../parts/lists/toolbar.tsx';
import { useAction } from '../../../../api/action.ts';
import { useCall } from '../../../../api/queries.ts';
import { sayDate } from '../../../../lib/dates.ts';
import styles from './client-editor.module.css';
import { useMay } from '../../../../api/session.ts';

type Account = Data<'fetch-social-accounts'>['accounts'][number];

type Props = {
  userId: string | null;
  onReconnect: (network: NetworkId) => void;
  canReconnect: (network: NetworkId) => boolean;
};

/** With this many accounts or more they can be searched; fewer need no search. */
const searchedFrom = 6;

const holds = (text: string, words: string): boolean => text.toLowerCase().includes(words.trim().toLowerCase());

/** The connected accounts of a client. */
export function AccountsTable({ userId, onReconnect, canReconnect }: Props) {
  const { data, error, isLoading, refetch } = useCall(
    'fetch-social-accounts',
    userId === null ? {} : { user_id: userId },
    { enabled: userId !== null },
  );
  const [typed, setTyped] = useState('');
  const accounts = data?.accounts ?? [];
  const search = accounts.length < searchedFrom ? '' : typed;
  const found = accounts.filter(({ type, username }) => holds(networkNames[type], search) || holds(username, search));
  const deletes = useMay('deleteAccounts');
  const remove = useAction('delete-social');
  const ask = (account: Account) =>
    confirmDelete({
      text: 'Do you want to delete this Social account',
      about: {
        name:
          account.username === '' ? networkNames[account.type] : `${account.username} on ${networkNames[account.type]}`,
        of: 'account',
        id: account.id,
      },
      onConfirm: () => remove.run({ id: account.id }),
    });

  const columns: Column<Account>[] = [
    { key: 'number', label: 'S.No', width: '56px', phone: 'never', cell: (_account, index) => index + 1 },
    {
      key: 'account',
      phone: 'name',
      label: 'ACCOUNT',
      cell: ({ type }) => (
        <span className={styles.account}>
          <NetworkIcon network={type} labelled={false} />
          {networkNames[type]}
        </span>
      ),
    },
    {
      key: 'name',
      phone: 'where',
      label: 'NAME',
      cell: (account) => (
        <AccountName
          account={account}
          onReconnect={canReconnect(account.type) ? () => onReconnect(account.type) : null}
        />
      ),
    },
    {
      key: 'date',
      label: 'DATE',
      phone: 'when',
      cell: ({ created }) => <span className="nums">{sayDate(created)}</span>,
    },
  ];
  const emptyText =
    userId === null
      ? 'No social networks available'
      : search === ''
        ? 'No records found for this user'
        : 'No records found';

  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const table = (
    <DataTable
      label="Connected accounts"
      columns={columns}
      rows={found}
      rowKey={({ id }) => id}
      rowName={({ username, type }) => username || networkNames[type]}
      loading={isLoading}
      empty={<p className={styles.hint}>{emptyText}</p>}
      rowActions={(account) => (
        <>
          <PauseButton
            target={{ scope: 'account', id: account.id, name: account.username || networkNames[account.type] }}
            paused={account.paused_at !== null}
            size={32}
          />
          <IconAction
            icon="trash"
            word="Delete"
            label={`Delete ${account.username || networkNames[account.type]}`}
            size={32}
            isRed
            disabled={!deletes}
            onClick={() => ask(account)}
          />
        </>
      )}
    />
  );
  return (
    <>
      {accounts.length >= searchedFrom && (
        <Toolbar search={search} onSearch={setTyped} searchLabel="Search by network or name" />
      )}
      {table}
    </>
  );
}

function AccountName({ account, onReconnect }: { account: Account; onReconnect: (() => void) | null }) {
  const name = account.username || networkNames[account.type];
  const lost = account.status !== 'connected';
  const { shared_with: shared } = account;
  if (!lost && account.paused_at === null && !account.by_hand && shared.length === 0) return name;
  return (
    <span className={styles.name}>
      {name}
      {account.by_hand && <StatusBadge status="hand-account" />}
      {account.paused_at !== null && <StatusBadge status="paused" />}
      {lost && <StatusBadge status="needs-reconnecting" />}
      {shared.length > 0 && (
        <span className={styles.shared}>Also connected to {new Intl.ListFormat('en').format(shared)}</span>
      )}
      {account.message !== '' && <span className={styles.trouble}>{account.message}</span>}
      {lost && onReconnect && (
        <Button size="compact-sm" variant="default" onClick={onReconnect} aria-label={`Reconnect ${name}`}>
          Reconnect
        </Button>
      )}
    </span>
  );
}
