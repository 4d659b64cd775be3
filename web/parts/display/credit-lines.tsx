import styles from './credit-lines.module.css';

type Props = { lines: readonly string[]; description: string };

/**
 * Says which credit lines are added to a description because a licence requires them; those already in it are left out.
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
