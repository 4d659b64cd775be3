import { Anchor, Button } from '@mantine/core';
import { networkNames } from '#rules/eligibility.ts';
import type { Item } from './words.ts';

/** Where an item stands now: the link if it went to one account, else the way to the accounts. */
export function PostUrl({ item, onAccounts }: { item: Item; onAccounts: () => void }) {
  const [only, second] = item.social_networks;
  const needsPerson = item.social_networks.some(({ actions }) => actions.length > 0);
  return (
    <>
      {only?.post_url && !second
        ? <Anchor href={only.post_url} target="_blank" rel="noopener noreferrer" aria-label={`Visit ${item.title} on ${networkNames[only.type]}`}>Visit</Anchor>
        : <Button size="compact-sm" variant={needsPerson ? 'light' : 'default'} onClick={onAccounts} aria-label={`Accounts of ${item.title}`}>{needsPerson ? 'Decide' : `View ${item.social_networks.length > 1 ? `${item.social_networks.length} accounts` : 'account'}`}</Button>}
    </>
  );
}
