import { useId, useState, type ReactNode } from 'react';
import { networkNames, type NetworkId } from '#rules/eligibility.ts';
import { useCall } from '../../api/queries.ts';
import type { Worded } from '../../lib/post-words.ts';
import { useFallbackFonts } from '../../lib/use-fallback-fonts.ts';
import { NetworkIcon } from '../icons/network-icon.tsx';
import { NetworkPost } from './network-post.tsx';
import { postModel, type PostMedia, type PostModel } from './post-model.ts';
import styles from './network-previews.module.css';

type Props = {
  /** Where the post goes, at least one account; '' for an account that is not known. */
  accounts: readonly { type: NetworkId; username: string }[];
  item: Worded;
  media: readonly PostMedia[];
  alt: string;
  /** The day it is shown under, in words. */ day: string;
  /** Whether long words are cut until the person asks for all. */ short?: boolean;
  /** The network that is shown, where the parent decides; otherwise the first. */
  network?: NetworkId | null;
  onNetwork?: (network: NetworkId) => void;
  /** What stands below the post of a network. */ below?: (network: NetworkId, post: PostModel) => ReactNode;
};

/** A post as each network will show it, one network a tab; a dot marks those with words of their own. */
export function NetworkPreviews({ accounts, item, media, alt, day, short = false, below, ...shown }: Props) {
  const { data: known } = useCall('fetch-networks', {});
  useFallbackFonts(`${item.title}${item.description}${JSON.stringify(item.own_words)}`);
  const [own, setOwn] = useState<NetworkId | null>(null);
  const panel = useId();
  const networks = [...new Set(accounts.map(({ type }) => type))];
  const chosen = shown.network === undefined ? own : shown.network;
  const network = networks.find((id) => id === chosen) ?? networks[0];
  if (network === undefined) return null;
  const choose = shown.onNetwork ?? setOwn;
  const username = accounts.find(({ type }) => type === network)?.username ?? '';
  const post = postModel(network, item, { media, known });
  return (
    <>
      <div className={styles.tabs} role="tablist" aria-label="Preview">
        {networks.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={each === network}
            aria-controls={panel}
            tabIndex={each === network ? 0 : -1}
            title={networkNames[each]}
            onClick={() => choose(each)}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
              const next = networks[(networks.indexOf(each) + step + networks.length) % networks.length];
              if (step === 0 || next === undefined) return;
              choose(next);
              const { currentTarget } = event;
              currentTarget.parentElement?.querySelectorAll('button')[networks.indexOf(next)]?.focus();
            }}
          >
            <NetworkIcon network={each} size={20} labelled={false} />
            <span className={each === network ? undefined : 'visually-hidden'}>{networkNames[each]}</span>
            {item.own_words[each] && (
              <i className={styles.own}>
                <span className="visually-hidden"> with words of its own</span>
              </i>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={panel} aria-label={`Preview for ${networkNames[network]}`}>
        <NetworkPost
          key={network}
          network={network}
          account={username || networkNames[network]}
          day={day}
          post={post}
          alt={alt}
          formatted={item.description_format === 'formatted'}
          short={short}
        />
        {below?.(network, post)}
      </div>
    </>
  );
}
