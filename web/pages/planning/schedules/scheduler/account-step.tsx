import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { isEligible, networkNames, type NetworkId, type StreamType } from '#rules/eligibility.ts';
import { EmptyState } from '../../../../parts/states/empty-state.tsx';
import { NetworkIcon } from '../../../../parts/icons/network-icon.tsx';
import { useCall } from '../../../../api/queries.ts';
import { paths } from '../../../../paths.ts';
import { Option } from './option.tsx';
import { OptionList } from './option-list.tsx';
import type { Choice } from './wizard-state.ts';
import styles from './wizard.module.css';

type Props = { choice: Choice; onChoose: (accounts: readonly string[]) => void; onTime: (time: string) => void };

const noBestTime = 'Do not have enough data to calculate Best Engagement Time';

/** Step 3: the accounts. Only those whose network accepts the stream's type are offered. */
export function AccountStep({ choice, onChoose, onTime }: Props) {
  const clientId = choice.client?.id ?? '';
  const type = choice.stream?.type ?? 'image';
  const { data, isPending, error, refetch } = useCall('fetch-social-accounts', { user_id: clientId });
  const best = useCall('best-time', { client_id: clientId });
  const fit = useCall(
    'fetch-fit',
    { content_stream_id: choice.stream?.id ?? '', user_client_id: clientId },
    { enabled: choice.stream !== null && clientId !== '' },
  );
  const connected = data?.accounts ?? [];
  const offered = connected.filter((account) => isEligible(account.type, type));
  const bestOf = (id: string) =>
    best.data
      ?.find(({ account_id }) => account_id === id)
      ?.date.split(' ')[1]
      ?.slice(0, 5);
  const unfit = [
    ...new Set(
      connected.filter((account) => !isEligible(account.type, type)).map((account) => networkNames[account.type]),
    ),
  ];

  return (
    <>
      <OptionList
        label="Accounts"
        list={{ items: offered, loading: isPending, error, retry: () => void refetch() }}
        empty={
          <EmptyState
            icon="plug"
            text="No Social Account Connected for Selected Client"
            action={
              <Button component={Link} to={paths.editClient(clientId, { tab: 'accounts' })} variant="default">
                Connect an account
              </Button>
            }
          />
        }
        option={(account) => {
          const bestTime = bestOf(account.id);
          return (
            <Option
              key={account.id}
              kind="checkbox"
              name="accounts"
              checked={choice.accounts.includes(account.id)}
              onChange={(checked) =>
                onChoose(checked ? [...choice.accounts, account.id] : choice.accounts.filter((id) => id !== account.id))
              }
              picture={<NetworkIcon network={account.type} size={36} labelled={false} />}
              title={
                <>
                  {account.username || networkNames[account.type]}{' '}
                  <span className={styles.network}>{networkNames[account.type]}</span>
                </>
              }
              hint={
                <>
                  {account.status === 'needs-reconnecting' && (
                    <span className={styles.warning}>Needs reconnecting: posts wait until it is. </span>
                  )}
                  {account.paused_at !== null && (
                    <span className={styles.warning}>Paused: posts wait until it is resumed. </span>
                  )}
                  {account.by_hand && (
                    <span className={styles.warning}>You post it by hand: we remind you at the time. </span>
                  )}
                  <span>{bestTime ? `Best engagement time: ${bestTime}` : noBestTime}</span>
                  <Unfit found={fit.data?.find(({ account_id }) => account_id === account.id)} />
                  {hintOf(account.type, type) && <span className={styles.hint}>{hintOf(account.type, type)}</span>}
                </>
              }
            />
          );
        }}
      />
      {unfit.length > 0 && (
        <p className={styles.note}>
          {unfit.join(', ')} {unfit.length === 1 ? 'does' : 'do'} not take this type of stream and{' '}
          {unfit.length === 1 ? 'is' : 'are'} not offered.
        </p>
      )}
      <BestTimes
        times={[...new Set(choice.accounts.flatMap((id) => bestOf(id) ?? []))]}
        current={choice.time}
        onTime={onTime}
      />
    </>
  );
}

function BestTimes({
  times,
  current,
  onTime,
}: {
  times: readonly string[];
  current: string;
  onTime: (time: string) => void;
}) {
  const others = times.filter((time) => time !== current);
  if (others.length === 0) return null;
  return (
    <p className={styles.note}>
      {others.map((time) => (
        <Button key={time} size="compact-sm" variant="light" onClick={() => onTime(time)}>
          Post at {time}
        </Button>
      ))}
    </p>
  );
}

function hintOf(network: NetworkId, type: StreamType): string | null {
  if (network === 'reddit') return 'Reddit allows 1 post per 15 minutes for new or downvoted accounts';
  if (network === 'twitter' && type === 'video') return 'Twitter video should not exceed 30 seconds';
  return null;
}

/** Which items an account's network does not accept, and why. */
function Unfit({ found }: { found: Data<'fetch-fit'>[number] | undefined }) {
  if (!found) return null;
  const [first] = found.items;
  return (
    <span className={styles.warning}>
      {found.items.length} of {found.item_count} will not be posted here
      {first && (
        <>
          : {first.title ? <b>{first.title}</b> : null} {first.message}
        </>
      )}
      {found.items.length > 1 && ` And ${found.items.length - 1} more.`}
    </span>
  );
}
