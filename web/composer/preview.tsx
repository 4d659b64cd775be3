import { networkNames, type NetworkId } from '#rules/eligibility.ts';
import { sayDay } from '../lib/dates.ts';
import { NetworkPreviews } from '../parts/post-preview/network-previews.tsx';
import { saysOf } from '../parts/post-preview/post-model.ts';
import styles from './preview.module.css';
import type { Account } from './accounts.tsx';
import { isEmpty, typeOf, type Composed } from './post.ts';

type Props = {
  composed: Composed;
  /** The chosen accounts whose networks take the post. */ accounts: readonly Account[];
  network: NetworkId | null;
  onNetwork: (network: NetworkId) => void;
};

/** The post as each chosen network will show it. */
export function Preview({ composed, accounts, network, onNetwork }: Props) {
  const { title, words, own, format, file, when } = composed;
  if (accounts.length === 0)
    return <p className={styles.nothing}>Choose an account to see how the post will look there.</p>;
  if (isEmpty(composed))
    return (
      <p className={styles.nothing}>
        What you write appears here as {networkNames[accounts[0]?.type ?? 'facebook']} will show it.
      </p>
    );
  return (
    <NetworkPreviews
      accounts={accounts}
      item={{ title, description: words, own_words: own, description_format: format, type: typeOf(composed) }}
      media={file === null ? [] : [file]}
      alt={composed.alt}
      day={when === null || when === 'now' ? 'Just now' : sayDay(when.date, 'dayOfMonth')}
      network={network}
      onNetwork={onNetwork}
      below={(shown, post) => <p className={styles.says}>{saysOf(post, networkNames[shown])}</p>}
    />
  );
}
