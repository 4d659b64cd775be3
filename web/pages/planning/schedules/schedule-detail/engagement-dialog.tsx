import { Anchor, Button, Text } from '@mantine/core';
import type { EngagementRow } from '#contract/insights/engagement.ts';
import { networkNames } from '#rules/eligibility.ts';
import { DialogFrame } from '../../../../parts/dialogs/dialog-frame.tsx';
import { ErrorState } from '../../../../parts/states/error-state.tsx';
import { NetworkIcon } from '../../../../parts/icons/network-icon.tsx';
import { Skeletons } from '../../../../parts/states/skeletons.tsx';
import { When } from '../../../../parts/display/when.tsx';
import { useCall } from '../../../../api/queries.ts';
import styles from './schedule-detail.module.css';
import { sayCount } from '../../../../lib/words.ts';
import type { Item } from './words.ts';

type Props = { item: Item | null; scheduleId: string; /** The schedule's zone. */ zone: string; onClose: () => void };

/** The 'Engagement' dialog: the networks' figures for an item's posts, read again each time it is opened. */
export function EngagementDialog({ item, scheduleId, zone, onClose }: Props) {
  return (
    <DialogFrame opened={item !== null} onClose={onClose} title="Engagement" size="64rem">
      {item && (
        <>
          <Text mb="md" c="dimmed">
            {item.title}
          </Text>
          <Figures itemId={item.id} scheduleId={scheduleId} zone={zone} />
        </>
      )}
    </DialogFrame>
  );
}

const columns = [
  { key: 'likes', label: 'Likes' },
  { key: 'views', label: 'Views' },
  { key: 'shares', label: 'Shares' },
  { key: 'comments', label: 'Comments' },
  { key: 'retweet', label: 'Retweet' },
  { key: 'points', label: 'Engagement Points' },
] as const;

function Figures({ itemId, scheduleId, zone }: { itemId: string; scheduleId: string; zone: string }) {
  const { data, error, isPending, isFetching, refetch } = useCall('fetch-stream-data', {
    scheduler_id: scheduleId,
    stream_id: itemId,
  });
  if (isPending) return <Skeletons rows={3} kind="table" />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <table className={styles.accounts} aria-label="Engagement">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Name</th>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col" className={styles.figure}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {data.map((row, index) => (
          <tbody key={index}>
            <Row row={row} zone={zone} />
          </tbody>
        ))}
      </table>
      <div className={styles.readAgain}>
        <Text size="xs" c="dimmed">
          N/A: the network doesn't share this figure.
        </Text>
        <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
          Read again
        </Button>
      </div>
    </>
  );
}

function Row({ row, zone }: { row: EngagementRow; zone: string }) {
  const name = row.social_account_name || networkNames[row.type];
  return (
    <tr>
      <td data-label="Account">
        <span className={styles.account}>
          <NetworkIcon network={row.type} size={26} labelled={false} />
          {networkNames[row.type]}
        </span>
      </td>
      <td data-label="Name">
        <span>
          {row.post_url ? (
            <Anchor href={row.post_url} target="_blank" rel="noopener noreferrer">
              {name}
            </Anchor>
          ) : (
            name
          )}
          {row.note !== '' && (
            <Text size="xs" c="dimmed">
              {row.note}
            </Text>
          )}
          {row.read_at !== null && (
            <Text size="xs" c="dimmed" component="div">
              Read <When at={row.read_at} zone={zone} />
            </Text>
          )}
        </span>
      </td>
      {columns.map(({ key, label }) => (
        <td key={key} data-label={label} className={`${styles.figure} nums`}>
          {row[key] === null ? 'N/A' : sayCount(row[key])}
        </td>
      ))}
    </tr>
  );
}
