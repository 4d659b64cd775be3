import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { networkNames } from '#rules/eligibility.ts';
import { Icon } from '../../../../../parts/icons/icon.tsx';
import { NetworkIcon } from '../../../../../parts/icons/network-icon.tsx';
import { Thumbnail } from '../../../../../parts/display/thumbnail.tsx';
import { When } from '../../../../../parts/display/when.tsx';
import { roomInWords, type Count, type Flag, type PostWords } from '../../../../../lib/post-words.ts';
import { sayCount } from '../../../../../lib/words.ts';
import { findFormDraft, isFromHere } from '../../../../../lib/form-drafts.ts';
import type { Planned } from '../../../../content/streams/stream-editor/planned-words.ts';
import { EditWords, wordsFormName } from './edit-words.tsx';
import styles from './posts.module.css';

type Item = Data<'fetch-stream'>['items'][number];

type Props = {
  /** From 1. */ number: number;
  at: Date;
  zone: string;
  item: Item;
  words: PostWords;
  mustSave: boolean;
  onUnsaved: (isUnsaved: boolean) => void;
  onChanged: (item: Item, planned: Planned) => void;
};

const flagWords: Readonly<Record<Flag, string>> = {
  'no-caption': 'No caption',
  'file-name': 'The title is a file name',
  cut: 'Too long',
};

/** One post of a plan as it will look, with warnings, and its words to be edited in place. */
export function PlannedPost({ number, at, zone, item, words, mustSave, onUnsaved, onChanged }: Props) {
  // Words that were being edited before a reload, or before a visit to another step, are open again.
  const [isEditing, setEditing] = useState(() => {
    const kept = findFormDraft(wordsFormName(item.id));
    return kept !== null && isFromHere(kept);
  });
  const name = item.title || 'Untitled';
  return (
    <li className={styles.post} aria-label={`Post ${number}: ${name}`}>
      <p className={styles.head}>
        <span className={styles.number}>{number}</span>
        <When at={at.toISOString()} zone={zone} form="full" />
      </p>
      {isEditing ? (
        <EditWords
          item={item}
          mustSave={mustSave}
          onUnsaved={onUnsaved}
          onDone={(changed) => {
            setEditing(false);
            if (changed) onChanged({ ...item, version: changed.version }, changed.planned);
          }}
        />
      ) : (
        <div className={styles.body}>
          {(item.type === 'image' || item.type === 'video') && (
            <Thumbnail src={item.thumbnail} state={item.thumbnail_state} alt="" size={64} />
          )}
          <div className={styles.words}>
            {item.title !== '' && <p className={styles.title}>{item.title}</p>}
            <p className={styles.caption}>{captionBeside(item.title, words.caption)}</p>
            {words.flags.length > 0 && (
              <ul className={styles.flags} aria-label="To look at">
                {words.flags.map((flag) => (
                  <li key={flag}>
                    <Icon name="alert-triangle" size={14} />
                    {flagWords[flag]}
                  </li>
                ))}
              </ul>
            )}
            {words.counts.length > 0 && (
              <ul className={styles.counts} aria-label="Length at each network">
                {words.counts.map((count) => (
                  <Counter key={`${count.network} ${count.of}`} count={count} />
                ))}
              </ul>
            )}
          </div>
          <Button
            size="compact-sm"
            variant="subtle"
            className={styles.editButton}
            leftSection={<Icon name="pencil" size={14} />}
            onClick={() => setEditing(true)}
          >
            Edit words<span className="visually-hidden"> of post {number}</span>
          </Button>
        </div>
      )}
    </li>
  );
}

function Counter({ count: { network, of, length, room, isOver } }: { count: Count }) {
  const said = roomInWords(network, { length, ...room });
  return (
    <li data-over={isOver || undefined} title={`${networkNames[network]}: ${said}`}>
      <NetworkIcon network={network} size={14} labelled={false} />
      <span aria-hidden="true">
        {of === 'title' && 'Title '}
        {sayCount(length)}/{room.limit === null ? '' : sayCount(room.limit)}
      </span>
      <span className="visually-hidden">
        {networkNames[network]}: {of === 'title' && 'title, '}
        {said}
      </span>
    </li>
  );
}

/** The title is already shown above it. */
const captionBeside = (title: string, caption: string): string =>
  (title !== '' && caption.startsWith(`${title}\n`)
    ? caption.slice(title.length)
    : caption === title
      ? ''
      : caption
  ).trim();
