import { useId } from 'react';
import { networkNames, type NetworkId } from '#rules/eligibility.ts';
import { useCall } from '../api/queries.ts';
import { sayDay } from '../lib/dates.ts';
import { useFallbackFonts } from '../lib/use-fallback-fonts.ts';
import { NetworkIcon } from '../parts/icons/network-icon.tsx';
import { NetworkPost } from '../parts/post-preview/network-post.tsx';
import { postModel, saysOf } from '../parts/post-preview/post-model.ts';
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
export function Preview({ composed, accounts, network: chosen, onNetwork }: Props) {
  const { data: known } = useCall('fetch-networks', {});
  useFallbackFonts(`${composed.title}${composed.words}${JSON.stringify(composed.own)}`);
  const panel = useId();
  const networks = [...new Set(accounts.map(({ type }) => type))];
  const network = networks.find((id) => id === chosen) ?? networks[0];
  if (network === undefined)
    return <p className={styles.nothing}>Choose an account to see how the post will look there.</p>;
  const account = accounts.find(({ type }) => type === network);
  const { title, words, own, format, file } = composed;
  const post = postModel(
    network,
    { title, description: words, own_words: own, description_format: format, type: typeOf(composed) },
    { media: file === null ? [] : [file], known },
  );
  return (
    <>
      <div className={styles.previewTabs} role="tablist" aria-label="Preview">
        {networks.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={each === network}
            aria-controls={panel}
            aria-label={networkNames[each]}
            tabIndex={each === network ? 0 : -1}
            onClick={() => onNetwork(each)}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
              const next = networks[(networks.indexOf(each) + step + networks.length) % networks.length];
              if (step === 0 || next === undefined) return;
              onNetwork(next);
              const { currentTarget } = event;
              currentTarget.parentElement?.querySelectorAll('button')[networks.indexOf(next)]?.focus();
            }}
          >
            <NetworkIcon network={each} size={20} labelled={false} />
            {each === network && networkNames[each]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={panel} aria-label={`Preview for ${networkNames[network]}`}>
        {isEmpty(composed) ? (
          <p className={styles.nothing}>What you write appears here as {networkNames[network]} will show it.</p>
        ) : (
          <>
            <NetworkPost
              network={network}
              account={account?.username || networkNames[network]}
              day={
                composed.when === null || composed.when === 'now'
                  ? 'Just now'
                  : sayDay(composed.when.date, 'dayOfMonth')
              }
              post={post}
              alt={composed.alt}
              formatted={format === 'formatted'}
            />
            <p className={styles.says}>{saysOf(post, networkNames[network])}</p>
          </>
        )}
      </div>
    </>
  );
}
