import { Anchor, Text } from '@mantine/core';
import { networkNames } from '#rules/eligibility.ts';
import { DialogFrame } from '../../parts/dialog-frame.tsx';
import { NetworkIcon } from '../../parts/network-icon.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Decide } from './decide.tsx';
import styles from './schedule-detail.module.css';
import type { Delivery, Item } from './words.ts';

/** The 'Social Accounts' dialog: how an item fared at each account, and what a person can decide there. Source: specification 3, §2. */
export function AccountsDialog({ item, onClose }: { item: Item | null; onClose: () => void }) {
  return (
    <DialogFrame opened={item !== null} onClose={onClose} title="Social Accounts" size="52rem">
      {item && (
        <>
          <Text mb="md" c="dimmed">{item.title}</Text>
          <table className={styles.accounts} aria-label="Social Accounts">
            <thead>
              <tr><th scope="col">Account</th><th scope="col">Status</th><th scope="col">Post URL</th><th scope="col">Error</th></tr>
            </thead>
            {item.social_networks.map((delivery) => <Account key={delivery.delivery_id} delivery={delivery} />)}
          </table>
        </>
      )}
    </DialogFrame>
  );
}

function Account({ delivery }: { delivery: Delivery }) {
  return (
    <tbody>
      <tr>
        <td data-label="Account">
          <span className={styles.account}>
            <NetworkIcon network={delivery.type} size={26} labelled={false} />
            <span>{delivery.username || networkNames[delivery.type]}<br /><Text span size="sm" c="dimmed">{networkNames[delivery.type]}</Text></span>
          </span>
        </td>
        <td data-label="Status"><StatusBadge status={delivery.state} /></td>
        <td data-label="Post URL">
          {delivery.post_url ? <Anchor href={delivery.post_url} target="_blank" rel="noopener noreferrer" aria-label={`Visit the post on ${networkNames[delivery.type]}`}>Visit</Anchor> : 'N/A'}
        </td>
        <td data-label="Error" className={styles.error}>{delivery.message || '–'}</td>
      </tr>
      {delivery.actions.length > 0 && (
        <tr className={styles.decideRow}><td colSpan={4}><Decide delivery={delivery} /></td></tr>
      )}
    </tbody>
  );
}
