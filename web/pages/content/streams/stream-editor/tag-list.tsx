import styles from './stream-editor.module.css';
import { tagsOf } from './tags.ts';

/** A stream's tags, each as #tag; nothing without any. */
export function Tags({ list }: { list: string }) {
  const tags = tagsOf(list);
  if (tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>#{tag}</li>
      ))}
    </ul>
  );
}
