import styles from './credit-lines.module.css';

type Props = { lines: readonly string[]; description: string };

/**
 * Lists the credit lines that are added to a description because a licence requires them, without those already in it.
 */
export function CreditLines({ lines, description }: Props) {
  const added = [...new Set(lines)].filter((line) => !description.includes(line));
  if (added.length === 0) return null;
  return (
    <div className={styles.credits} role="note">
      <p>
        {added.length === 1
          ? 'This credit is added to the description:'
          : 'These credits are added to the description:'}
      </p>
      <ul>
        {added.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
