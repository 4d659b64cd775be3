import { Button } from '@mantine/core';
import { Icon } from './icon.tsx';
import styles from './states.module.css';

type Props = { error: Error | null; onRetry?: () => void };

/** What stands in place of content that could not be read: what happened, and a way to try again. */
export function ErrorState({ error, onRetry }: Props) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.icon} data-tone="bad"><Icon name="alert-circle" size={32} /></span>
      <p>{error?.message || 'This could not be loaded.'}</p>
      {onRetry && <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={onRetry}>Try again</Button>}
    </div>
  );
}
