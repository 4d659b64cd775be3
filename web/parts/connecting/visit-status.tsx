import { Button, Loader } from '@mantine/core';
import type { ConsentNetwork } from '#contract/people/accounts-connect.ts';
import { networkNames } from '#rules/eligibility.ts';
import { Failure } from '../states/failure.tsx';
import styles from './connecting.module.css';
import type { ConsentState } from './use-consent.ts';

const goOn = (network: ConsentNetwork): string =>
  `Waiting for ${networkNames[network]}. Please continue in the window that opened.`;

const outOfSight = (network: ConsentNetwork): string =>
  `The window of ${networkNames[network]} is closed, or cannot be seen from here. Nothing is connected yet: ` +
  'finish there, or start again.';

/** Says that a network's window is open, with buttons to show it and to cancel; afterwards, why the visit failed. */
export function VisitStatus({ visit, problem }: Pick<ConsentState, 'visit' | 'problem'>) {
  return (
    <div role="status">
      {visit && (
        <div className={styles.waiting}>
          <Loader size="xs" aria-hidden="true" />
          <span>{visit.outOfSight ? outOfSight(visit.network) : goOn(visit.network)}</span>
          {!visit.outOfSight && (
            <Button size="compact-sm" variant="default" onClick={visit.show}>
              Show window
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={visit.cancel}>
            Cancel
          </Button>
        </div>
      )}
      {!visit && <Failure message={problem} />}
    </div>
  );
}
