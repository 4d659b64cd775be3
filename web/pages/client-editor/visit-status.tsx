import { Button, Loader } from '@mantine/core';
import { networkNames } from '#rules/eligibility.ts';
import { Failure } from '../../parts/failure.tsx';
import styles from './client-editor.module.css';
import type { ConsentState } from './use-consent.ts';

/** Says that a network's window is waited for, with the ways to it and out of it; afterwards why it came to nothing. */
export function VisitStatus({ visit, problem }: Pick<ConsentState, 'visit' | 'problem'>) {
  return (
    <div role="status">
      {visit && (
        <div className={styles.waiting}>
          <Loader size="xs" aria-hidden="true" />
          <span>Waiting for {networkNames[visit.network]}. Please go on in the window that opened.</span>
          <Button size="compact-sm" variant="default" onClick={visit.show}>
            Show window
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={visit.cancel}>
            Cancel
          </Button>
        </div>
      )}
      {!visit && <Failure message={problem} />}
    </div>
  );
}
