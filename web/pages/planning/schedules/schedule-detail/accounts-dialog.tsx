import { Anchor, Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { networkNames } from '#rules/eligibility.ts';
import { Decide } from '../../../../parts/deliveries/decide.tsx';
import { situationOf } from '../../../../parts/deliveries/decisions.ts';
import { DialogFrame } from '../../../../parts/dialogs/dialog-frame.tsx';
import { Failure } from '../../../../parts/states/failure.tsx';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { NetworkIcon } from '../../../../parts/icons/network-icon.tsx';
import { StatusBadge } from '../../../../parts/states/status-badge.tsx';
import { When } from '../../../../parts/display/when.tsx';
import { useAction } from '../../../../api/action.ts';
import { paths } from '../../../../paths.ts';
import styles from './schedule-detail.module.css';
import { deliveryStatus, failedOf, type Delivery, type Item } from './words.ts';

type Props = {
  item: Item | null;
  /** The schedule's zone. */ zone: string;
  onClose: () => void;
  /** Opens the dialog for posting a delivery by hand. */ onByHand: (deliveryId: string) => void;
};

/** The 'Social Accounts' dialog: the state of an item at each account, and the decisions a person can make there. */
export function AccountsDialog({ item, zone, onClose, onByHand }: Props) {
  return (
    <DialogFrame opened={item !== null} onClose={onClose} title="Social Accounts" size="52rem">
      {item && (
        <>
          <Text mb="md" c="dimmed">
            {item.title}
          </Text>
          <AllAgain item={item} />
          <table className={styles.accounts} aria-label="Social Accounts">
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col">Status</th>
                <th scope="col">Post URL</th>
                <th scope="col">Error</th>
              </tr>
            </thead>
            {item.social_networks.map((delivery) => (
              <Account
                key={delivery.delivery_id}
                item={item}
                delivery={delivery}
                zone={zone}
                onByHand={() => onByHand(delivery.delivery_id)}
              />
            ))}
          </table>
        </>
      )}
    </DialogFrame>
  );
}

/** The button that sends an item again to all accounts at which it failed, if there are several. */
function AllAgain({ item }: { item: Item }) {
  const again = useAction('publish-again');
  const failed = failedOf(item);
  if (failed.length < 2) return null;
  return (
    <div className={styles.allAgain}>
      <Text size="sm">This post failed at {failed.length} accounts. The others are not affected.</Text>
      <Button size="compact-md" loading={again.busy} onClick={() => void again.run({ id: item.id })}>
        Publish again to all {failed.length}
      </Button>
      <Failure message={again.failure} />
    </div>
  );
}

function Account({
  item,
  delivery,
  zone,
  onByHand,
}: {
  item: Item;
  delivery: Delivery;
  zone: string;
  onByHand: () => void;
}) {
  const decidable = { ...delivery, network: delivery.type };
  const isElsewhere = delivery.state === 'scheduled' && delivery.due_at !== item.due_at;
  return (
    <tbody>
      <tr>
        <td data-label="Account">
          <span className={styles.account}>
            <NetworkIcon network={delivery.type} size={26} labelled={false} />
            <span>
              {delivery.username || networkNames[delivery.type]}
              <br />
              <Text span size="sm" c="dimmed">
                {networkNames[delivery.type]}
              </Text>
            </span>
          </span>
        </td>
        <td data-label="Status">
          <span>
            <StatusBadge status={deliveryStatus(delivery)} />
            {delivery.waits_until !== null && (
              <Text size="xs" mt={4}>
                Waits until <When at={delivery.waits_until} zone={zone} within />
              </Text>
            )}
            {isElsewhere && (
              <Text size="xs" c="dimmed" mt={4}>
                <When at={delivery.due_at} zone={zone} />
              </Text>
            )}
            <Anchor
              component={Link}
              to={paths.ledgerPost(delivery.delivery_id)}
              size="xs"
              display="block"
              mt={4}
              aria-label={`History on ${networkNames[delivery.type]}`}
            >
              History
            </Anchor>
          </span>
        </td>
        <td data-label="Post URL" data-none={delivery.post_url ? undefined : true}>
          {delivery.post_url ? (
            <Anchor
              href={delivery.post_url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Visit the post on ${networkNames[delivery.type]}`}
            >
              Visit
            </Anchor>
          ) : (
            'N/A'
          )}
        </td>
        <td data-label="Error" data-none={delivery.message === '' || undefined} className={styles.error}>
          {delivery.message || '–'}
        </td>
      </tr>
      {delivery.actions.length > 0 && (
        <tr className={styles.decideRow}>
          <td colSpan={4}>
            <div className={styles.decide}>
              <Icon name="help-circle" size={20} />
              <div>
                <Text size="sm">{situationOf(decidable)}</Text>
                <Decide delivery={decidable} title={item.title} onByHand={onByHand} />
              </div>
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}
