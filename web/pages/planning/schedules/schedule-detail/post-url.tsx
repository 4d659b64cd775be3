import { Anchor, Button } from '@mantine/core';
import { networkNames } from '#rules/eligibility.ts';
import { isByHand, type Item } from './words.ts';

type Props = { item: Item; onAccounts: () => void; onByHand: (deliveryId: string) => void };

/**
 * Where an item is published: the link if it went to one account, a button to post it there by hand, otherwise a button
 * to the accounts.
 */
export function PostUrl({ item, onAccounts, onByHand }: Props) {
  const [only, second] = item.social_networks;
  if (only?.post_url && !second) {
    return (
      <Anchor
        href={only.post_url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Visit ${item.title} on ${networkNames[only.type]}`}
      >
        Visit
      </Anchor>
    );
  }
  if (only && !second && isByHand(only)) {
    return (
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => onByHand(only.delivery_id)}
        aria-label={`Post by hand: ${item.title}`}
      >
        Post by hand
      </Button>
    );
  }
  const needsPerson = item.social_networks.some(({ actions }) => actions.length > 0);
  const words = needsPerson ? 'Decide' : second ? `View ${item.social_networks.length} accounts` : 'View account';
  return (
    <Button
      size="compact-sm"
      variant={needsPerson ? 'light' : 'default'}
      onClick={onAccounts}
      aria-label={`${words}: ${item.title}`}
    >
      {words}
    </Button>
  );
}
