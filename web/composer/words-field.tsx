import { Button, Skeleton, TextInput } from '@mantine/core';
import { lazy, Suspense, useId, useRef, type KeyboardEvent } from 'react';
import type { NetworkId } from '#rules/eligibility.ts';
import { networkNames } from '#rules/eligibility.ts';
import { takesTitle } from '#rules/own-words.ts';
import { loadPart } from '../lib/load-code.ts';
import { NetworkIcon } from '../parts/icons/network-icon.tsx';
import styles from './words.module.css';
import type { Composed } from './post.ts';

const RichText = lazy(() => loadPart(() => import('../pages/content/streams/stream-editor/rich-text.tsx')));

type Props = {
  composed: Composed;
  /** The networks of the chosen accounts. */ networks: readonly NetworkId[];
  /** The network whose words are shown; null for the shared ones. */ tab: NetworkId | null;
  onTab: (tab: NetworkId | null) => void;
  onChange: (part: Partial<Composed>) => void;
  isFixed: boolean;
};

/** The words of a post: shared by all networks, and own ones where a network is typed for. */
export function WordsField({ composed, networks, tab, onTab, onChange, isFixed }: Props) {
  const panel = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { own, words, title, format } = composed;
  const has = tab === null ? undefined : own[tab];
  const shown = has === undefined ? { title, description: words } : { ...has, description: has.description || words };
  const tabs = [null, ...networks] as const;
  const write = (part: { title?: string; description?: string }) => {
    if (tab === null)
      onChange({
        ...(part.title === undefined ? {} : { title: part.title }),
        ...(part.description === undefined ? {} : { words: part.description }),
      });
    else
      onChange({
        own: { ...own, [tab]: { title: has?.title ?? '', description: has?.description ?? words, ...part } },
      });
  };
  const share = () => {
    if (tab === null) return;
    const { [tab]: _gone, ...rest } = own;
    onChange({ own: rest });
    area.current?.focus();
  };
  const move = (event: KeyboardEvent<HTMLElement>, at: number) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (step === 0 || next === undefined) return;
    onTab(next);
    const buttons = event.currentTarget.parentElement?.querySelectorAll('button');
    buttons?.[(at + step + tabs.length) % tabs.length]?.focus();
  };
  const withTitle = tab === null ? networks.some(takesTitle) || title !== '' : takesTitle(tab);
  const label = tab === null ? 'Words' : `Words for ${networkNames[tab]}`;
  return (
    <>
      <div className={styles.tabs}>
        <div role="tablist" aria-label="Words for" className={styles.tabList}>
          {tabs.map((each, at) => (
            <button
              key={each ?? 'all'}
              type="button"
              role="tab"
              aria-selected={tab === each}
              aria-controls={panel}
              tabIndex={tab === each ? 0 : -1}
              onClick={() => onTab(each)}
              onKeyDown={(event) => move(event, at)}
            >
              {each === null ? (
                `All ${networks.length}`
              ) : (
                <>
                  <NetworkIcon network={each} size={18} labelled={tab !== each} />
                  {tab === each && networkNames[each]}
                  {own[each] !== undefined && (
                    <span className={styles.own}>
                      <span className="visually-hidden">has own words</span>
                    </span>
                  )}
                </>
              )}
            </button>
          ))}
        </div>
        {tab !== null && has !== undefined && (
          <span className={styles.ownNote}>
            <span>Own words for {networkNames[tab]}.</span>{' '}
            <Button size="compact-xs" variant="transparent" disabled={isFixed} onClick={share}>
              Back to shared words
            </Button>
          </span>
        )}
      </div>
      <div role="tabpanel" id={panel} className={styles.words} aria-label={label}>
        {withTitle && (
          <TextInput
            variant="unstyled"
            className={styles.title ?? ''}
            aria-label={tab === null ? 'Title' : `Title for ${networkNames[tab]}`}
            placeholder={tab === null ? 'Title' : title || 'Title'}
            maxLength={300}
            disabled={isFixed}
            value={tab === null ? title : (has?.title ?? '')}
            onChange={(event) => write({ title: event.currentTarget.value })}
          />
        )}
        {format === 'formatted' ? (
          <Suspense fallback={<Skeleton height={220} />}>
            <RichText
              key={tab ?? 'all'}
              label={label}
              value={shown.description}
              onChange={(description) => {
                if (description !== shown.description) write({ description });
              }}
            />
          </Suspense>
        ) : (
          <textarea
            ref={area}
            className={styles.area}
            data-autofocus
            aria-label={label}
            placeholder="What would you like to say?"
            maxLength={100_000}
            readOnly={isFixed}
            value={shown.description}
            onChange={(event) => write({ description: event.currentTarget.value })}
          />
        )}
      </div>
    </>
  );
}
