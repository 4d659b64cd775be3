import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Icon } from '../../../parts/icons/icon.tsx';
import type { Selecting } from './card.tsx';
import styles from './contents.module.css';
import { PushDialog, type Pushed } from './push-dialog.tsx';

type Props<Content> = {
  kind: 'video' | 'image';
  title: string;
  contents: readonly Content[];
  /** The address of the file to add to a content stream; null before it exists. */
  pushable: (content: Content) => string | null;
  card: (content: Content, select: Selecting) => ReactNode;
  empty: ReactNode;
  more: ReactNode;
};

/** The cards of one kind, which can be pushed to a content stream one by one or several at once. */
export function Section<Content extends { id: string; name: string; credits: readonly string[] }>(
  props: Props<Content>,
) {
  const { kind, title, contents, pushable, card, empty, more } = props;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [pushing, setPushing] = useState<readonly Pushed[] | null>(null);
  const ready = contents.flatMap((content): Pushed[] => {
    const url = pushable(content);
    return url === null ? [] : [{ id: content.id, name: content.name, url, credits: content.credits }];
  });
  const selected = ready.filter(({ id }) => chosen.includes(id));

  const selecting = (content: Content): Selecting => {
    const own = ready.find(({ id }) => id === content.id);
    return {
      isChosen: chosen.includes(content.id),
      onChoose: own ? () => setChosen((before) => toggled(before, content.id)) : null,
      onPush: own ? () => setPushing([own]) : null,
    };
  };
  return (
    <section aria-label={title} className={styles.section}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {selected.length > 0 && (
          <div className={styles.chosen} role="status">
            <span>{selected.length} selected</span>
            <Button size="xs" leftSection={<Icon name="stack-2" size={14} />} onClick={() => setPushing(selected)}>
              Push to a content stream
            </Button>
            <Button size="xs" variant="subtle" color="gray" onClick={() => setChosen([])}>
              Clear
            </Button>
          </div>
        )}
      </div>
      {contents.length === 0 ? (
        empty
      ) : (
        <ul className={styles.cards}>
          {contents.map((content) => (
            <li key={content.id}>{card(content, selecting(content))}</li>
          ))}
        </ul>
      )}
      {more}
      {pushing && (
        <PushDialog
          kind={kind}
          contents={pushing}
          onPushed={(ids) => setChosen((before) => before.filter((id) => !ids.includes(id)))}
          onClose={() => setPushing(null)}
        />
      )}
    </section>
  );
}

const toggled = (before: readonly string[], id: string): string[] =>
  before.includes(id) ? before.filter((each) => each !== id) : [...before, id];
