import { Text } from '@mantine/core';
import { plainTextOf } from '#rules/captions.ts';
import { counted } from '../../../../../lib/words.ts';
import styles from './bulk.module.css';
import type { Reworded } from './reword.ts';

/** How many changes are shown, and how much of each text. */
const shown = { changes: 50, characters: 300 };

/** The effect of a bulk edit on the items: their current and their new words. */
export function BulkPreview({ changes }: { changes: readonly Reworded[] }) {
  const problems = changes.filter(({ problem }) => problem !== '').length;
  const rest = changes.length - shown.changes;
  return (
    <section aria-label="Preview" className={styles.preview} tabIndex={0}>
      <Text fw={600} size="sm" role="status">
        {changes.length === 0 ? 'Nothing changes yet' : `${counted(changes.length - problems, 'item')} will change`}
        {problems > 0 && `, ${counted(problems, 'item')} cannot and will stay`}
      </Text>
      <ul className={styles.changes}>
        {/* Errors are shown first. */}
        {changes
          .toSorted((a, b) => Number(b.problem !== '') - Number(a.problem !== ''))
          .slice(0, shown.changes)
          .map((change) => (
            <Changed key={change.item.id} change={change} />
          ))}
      </ul>
      {rest > 0 && (
        <Text size="sm" c="dimmed">
          and {counted(rest, 'more item', 'more items')}
        </Text>
      )}
    </section>
  );
}

function Changed({ change: { item, title, description, problem } }: { change: Reworded }) {
  const plain = (words: string): string =>
    (item.description_format === 'formatted' ? plainTextOf(words) : words).slice(0, shown.characters);
  return (
    <li className={styles.change}>
      {title !== item.title && <Words before={item.title} after={title} />}
      {description !== item.description && <Words before={plain(item.description)} after={plain(description)} />}
      {problem !== '' && (
        <Text size="sm" c="var(--bad-text)">
          {problem}.
        </Text>
      )}
    </li>
  );
}

const Words = ({ before, after }: { before: string; after: string }) => (
  <p className={styles.words}>
    <del>{before === '' ? 'Untitled' : before}</del>
    <ins>{after}</ins>
  </p>
);
