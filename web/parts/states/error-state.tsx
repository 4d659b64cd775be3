import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { baseMessages } from '#contract/base/base-messages.ts';
import { CallError } from '../../api/call.ts';
import { BasicIcon } from '../icons/basic-icon.tsx';
import styles from './states.module.css';

type Props = {
  error: Error | null;
  onRetry?: () => void;
  /** The list to return to if the subject of the page does not exist. */ list?: { to: string; name: string };
};

/** Replaces content that could not be read: says what happened, and offers to try again or to return to the list. */
export function ErrorState({ error, onRetry, list }: Props) {
  // An address with an impossible id (422) is treated like one whose subject was deleted (404).
  if (list && error instanceof CallError && (error.status === 404 || error.status === 422)) {
    return (
      <div className={styles.state} role="alert">
        <span className={styles.icon}>
          <BasicIcon name="search" size={32} />
        </span>
        <p>{baseMessages.notFound}</p>
        <Button component={Link} to={list.to} variant="default">
          {list.name}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.state} role="alert">
      <span className={styles.icon} data-tone="bad">
        <BasicIcon name="alert-circle" size={32} />
      </span>
      <p>{error?.message || 'This could not be loaded.'}</p>
      {onRetry && (
        <Button variant="default" leftSection={<BasicIcon name="refresh" size={16} />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
