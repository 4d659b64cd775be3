import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { networkNames } from '#rules/eligibility.ts';
import { useCall } from '../api/queries.ts';
import { paths } from '../paths.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { NetworkIcon } from '../parts/icons/network-icon.tsx';
import accountsStyles from './accounts.module.css';
import buttonsStyles from './buttons.module.css';
import { unfitWords, type Composed } from './post.ts';

/** A connected account of a client. */
export type Account = Data<'fetch-social-accounts'>['accounts'][number];

/** The accounts of a client; undefined while they are read. */
export function useAccounts(clientId: string | null): readonly Account[] | undefined {
  const { data } = useCall('fetch-social-accounts', { user_id: clientId ?? '' }, { enabled: clientId !== null });
  return clientId === null ? [] : data?.accounts;
}

/** Why an account cannot be chosen, or what is wrong with it, in a few words; '' for nothing. */
const hintOf = (account: Account, composed: Composed): string =>
  unfitWords(account.type, composed) ||
  (account.status === 'needs-reconnecting' ? 'Needs reconnecting' : account.paused_at !== null ? 'Paused' : '');

type Props = {
  composed: Composed;
  accounts: readonly Account[] | undefined;
  /** The client's name. */ clientName: string;
  isFixed: boolean;
  onChoose: (accounts: readonly string[]) => void;
};

/** The client's accounts, each a button that is pressed if the post goes there. */
export function AccountChips({ composed, accounts, clientName, isFixed, onChoose }: Props) {
  const { clientId, accounts: chosen } = composed;
  if (clientId === null || accounts === undefined)
    return <div className={accountsStyles.chips} aria-busy={clientId !== null} />;
  if (accounts.length === 0)
    return (
      <p className={accountsStyles.noAccounts}>
        {clientName} has no accounts yet.{' '}
        <Anchor component={Link} to={paths.editClient(clientId, { tab: 'accounts' })} size="sm">
          Connect one
        </Anchor>
      </p>
    );
  const fitting = accounts.filter(({ type }) => unfitWords(type, composed) === '').map(({ id }) => id);
  const hasAll = fitting.every((id) => chosen.includes(id));
  return (
    <>
      <div className={accountsStyles.chips} role="group" aria-label="Accounts" data-scrolls>
        {accounts.map((account) => {
          const unfit = unfitWords(account.type, composed);
          const hint = hintOf(account, composed);
          const isOn = unfit === '' && chosen.includes(account.id);
          const name = account.username || networkNames[account.type];
          return (
            <button
              key={account.id}
              type="button"
              className={accountsStyles.chip}
              aria-pressed={isOn}
              aria-disabled={unfit !== '' || isFixed || undefined}
              title={`${networkNames[account.type]}: ${name}${hint === '' ? '' : ` – ${hint}`}`}
              onClick={() => {
                if (unfit !== '' || isFixed) return;
                onChoose(isOn ? chosen.filter((id) => id !== account.id) : [...chosen, account.id]);
              }}
            >
              <span className={accountsStyles.chipIcon}>
                <NetworkIcon network={account.type} size={24} labelled={false} dimmed={unfit !== ''} />
                {isOn && (
                  <i>
                    <Icon name="check" size={10} />
                  </i>
                )}
              </span>
              <span className={accountsStyles.chipName}>
                <span className="visually-hidden">{networkNames[account.type]}: </span>
                {unfit === '' ? name : networkNames[account.type]}
                {hint !== '' && <small>{hint}</small>}
              </span>
            </button>
          );
        })}
      </div>
      {!isFixed && !hasAll && (
        <button
          type="button"
          className={buttonsStyles.bare}
          onClick={() => onChoose([...new Set([...chosen, ...fitting])])}
        >
          All networks
        </button>
      )}
    </>
  );
}
