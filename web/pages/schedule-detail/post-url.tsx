import { Anchor, Button } from '@mantine/core';
import { networkNames } from '#rules/eligibility.ts';
import type { Item } from './words.ts';

/** Where an item stands now: the link if it went to one account, else the way to the accounts. */
export function PostUrl({ item, onAccounts }: { item: Item; onAccounts: () => void }) {
  const [only, second] = item.social_networks;
  if (only?.post_url && !second) {
    return <Anchor href={only.post_url} target="_blank" rel="noopener noreferrer" aria-label={`Visit ${item.title} on ${networkNames[only.type]}`}>Visit</Anchor>;
  }
  const needsPerson = item.social_networks.some(({ actions }) => actions.length > 0);
  const words = needsPerson ? 'Decide' : second ? `View ${item.social_networks.length} accounts` : 'View account';
  return (
    <Button size="compact-sm" variant={needsPerson ? 'light' : 'default'} onClick={onAccounts} aria-label={`${words}: ${item.title}`}>{words}</Button>
  );
}
