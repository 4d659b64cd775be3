import { Anchor } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { networkIds, networkNames, type NetworkId } from '#rules/eligibility.ts';
import { Decide } from '../../../../../../parts/deliveries/decide.tsx';
import { situationOf } from '../../../../../../parts/deliveries/decisions.ts';
import { NetworkIcon } from '../../../../../../parts/icons/network-icon.tsx';
import { StatusBadge } from '../../../../../../parts/states/status-badge.tsx';
import { ApprovalNote } from '../../../schedule-detail/approval-note.tsx';
import { deliveryStatus, itemStatus } from '../../../schedule-detail/words.ts';
import styles from './popover.module.css';
import { PostGlance } from './post-glance.tsx';

type Props = {
  data: Data<'fetch-scheduled-item'>;
  onApproval: () => void;
  onByHand: (deliveryId: string) => void;
};
type Delivery = Data<'fetch-scheduled-item'>['item']['social_networks'][number];

/** A post as one of its networks shows it, its state, and each of its accounts. */
export function PopoverPost({ data: { item, content }, onApproval, onByHand }: Props) {
  const { status, word } = itemStatus(item);
  const goesTo = networkIds.filter((network) => item.social_networks.some(({ type }) => type === network));
  const [chosen, choose] = useState<NetworkId | null>(null);
  const network = goesTo.find((id) => id === chosen) ?? goesTo[0] ?? null;
  const isOut = item.social_networks.filter(({ type }) => type === network).every(({ state }) => state === 'published');
  const isOutAll = item.social_networks.every(({ state }) => state === 'published');
  return (
    <>
      {network !== null && <PostGlance content={content} network={network} isOut={isOut} />}
      {isOut && !isOutAll && (
        <p className={styles.note}>Words edited before the post is out everywhere are shown here too.</p>
      )}
      <div className={styles.state}>
        <StatusBadge status={status} {...(word === null ? {} : { children: word })} />
        {item.approval !== null && item.done === '0' && (
          <ApprovalNote item={item} approval={item.approval} onOpen={onApproval} />
        )}
      </div>
      <ul className={styles.accounts} aria-label="Accounts">
        {item.social_networks.map((delivery) => (
          <Account
            key={delivery.delivery_id}
            delivery={delivery}
            title={item.title || 'Untitled'}
            own={content.own_words[delivery.type] !== undefined}
            isShown={delivery.type === network}
            onShow={goesTo.length > 1 ? () => choose(delivery.type) : null}
            onByHand={() => onByHand(delivery.delivery_id)}
          />
        ))}
      </ul>
    </>
  );
}

type AccountProps = {
  delivery: Delivery;
  title: string;
  /** Whether it has words of its own. */ own: boolean;
  isShown: boolean;
  /** Shows the post as this account's network does; null if there is no other. */ onShow: (() => void) | null;
  onByHand: () => void;
};

function Account({ delivery, title, own, isShown, onShow, onByHand }: AccountProps) {
  const { type, username, post_url: url, message, unapproved, actions } = delivery;
  const status = deliveryStatus(delivery);
  // That the client has not approved it yet stands above all accounts.
  const says = unapproved ? '' : message;
  const name = (
    <>
      <NetworkIcon network={type} size={18} labelled={false} />
      <span className={styles.account}>{username || networkNames[type]}</span>
      <span className="visually-hidden"> on {networkNames[type]}</span>
      {own && <em>own</em>}
    </>
  );
  return (
    <li data-wide={says !== '' || actions.length > 0 || undefined}>
      {onShow === null ? (
        <span className={styles.who}>{name}</span>
      ) : (
        <button
          type="button"
          className={styles.who}
          aria-pressed={isShown}
          title={`How ${networkNames[type]} shows it`}
          onClick={onShow}
        >
          {name}
        </button>
      )}
      {url ? (
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
          Visit
        </Anchor>
      ) : (
        status !== 'scheduled' && <StatusBadge status={status} />
      )}
      {says !== '' && <p className={styles.reason}>{says}</p>}
      {actions.length > 0 && (
        <div className={styles.decide}>
          <p className={styles.note}>{situationOf({ ...delivery, network: type })}</p>
          <Decide delivery={{ ...delivery, network: type }} title={title} onByHand={onByHand} />
        </div>
      )}
    </li>
  );
}
