import { lazy, Suspense, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { networkNames } from '#rules/eligibility.ts';
import { useCall } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { loadPart } from '../lib/load-code.ts';
import { DialogFrame } from '../parts/dialogs/dialog-frame.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { NetworkIcon } from '../parts/icons/network-icon.tsx';
import accountsStyles from './accounts.module.css';
import buttonsStyles from './buttons.module.css';
import { unfitWords, type Composed } from './post.ts';

const Connecting = lazy(async () => ({
  default: (await loadPart(() => import('../parts/connecting/connecting.tsx'))).Connecting,
}));

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
  const mayConnect = useMay('connectAccounts');
  const { clientId, accounts: chosen } = composed;
  if (clientId === null || accounts === undefined)
    return <div className={accountsStyles.chips} aria-busy={clientId !== null} />;
  if (accounts.length === 0)
    return (
      <div className={accountsStyles.noAccounts}>
        <p>{clientName} has no accounts yet. Connect one:</p>
        <Suspense>
          <Connecting userId={clientId} mayConnect={mayConnect} compact />
        </Suspense>
      </div>
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
        {!isFixed && mayConnect && <ConnectAnother clientId={clientId} count={accounts.length} />}
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

/** Connects one more account, in a dialog that closes once it is there. */
function ConnectAnother({ clientId, count }: { clientId: string; count: number }) {
  const [openedAt, setOpenedAt] = useState<number | null>(null);
  if (openedAt !== null && count > openedAt) setOpenedAt(null);
  return (
    <>
      <button
        type="button"
        className={accountsStyles.chip}
        aria-label="Connect another account"
        title="Connect another account"
        onClick={() => setOpenedAt(count)}
      >
        <Icon name="plus" size={16} />
      </button>
      <DialogFrame opened={openedAt !== null} onClose={() => setOpenedAt(null)} title="Connect an account" size="lg">
        <Suspense>
          <Connecting userId={clientId} />
        </Suspense>
      </DialogFrame>
    </>
  );
}
