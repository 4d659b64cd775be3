import { useState, type ReactNode } from 'react';
import type { NetworkId } from '#rules/eligibility.ts';
import { counted } from '../lib/words.ts';
import { Icon } from '../parts/icons/icon.tsx';
import type { Account } from './accounts.tsx';
import styles from './frame.module.css';
import { Counters } from './counters.tsx';
import { MediaField } from './media-field.tsx';
import type { Composed } from './post.ts';
import { Preview } from './preview.tsx';
import type { Sending } from './use-file.ts';
import { WordsField } from './words-field.tsx';

type Props = {
  composed: Composed;
  /** The accounts that the post goes to. */ accounts: readonly Account[];
  sending: Sending;
  onChange: (part: Partial<Composed>) => void;
  /** Whether the words can no longer change. */ isFixed: boolean;
  /** Whether the file cannot change. */ isFileFixed?: boolean;
  /** Below the file: what stands against the post. */ children?: ReactNode;
};

/** The words and the file of a post, beside what each network will show. */
export function Editor({ composed, accounts, sending, onChange, isFixed, isFileFixed = isFixed, children }: Props) {
  const networks = [...new Set(accounts.map(({ type }) => type))];
  const [chosen, setTab] = useState<NetworkId | null>(null);
  const tab = chosen !== null && networks.includes(chosen) ? chosen : null;
  const [shown, setShown] = useState<NetworkId | null>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.columns}>
      <div className={styles.left}>
        <WordsField
          composed={composed}
          networks={networks}
          tab={tab}
          onTab={(next) => {
            setTab(next);
            if (next !== null) setShown(next);
          }}
          onChange={onChange}
          isFixed={isFixed}
        />
        <Counters composed={composed} networks={networks} tab={tab} />
        <MediaField composed={composed} sending={sending} onChange={onChange} isFixed={isFileFixed} />
        <button type="button" className={styles.previewRow} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="eye" size={18} />
          <b>Preview</b>
          <span>{counted(networks.length, 'network')}</span>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
        </button>
        {children}
      </div>
      <aside className={styles.right} aria-label="Preview" data-open={isOpen || undefined}>
        <Preview composed={composed} accounts={accounts} network={shown ?? tab} onNetwork={setShown} />
      </aside>
    </div>
  );
}
