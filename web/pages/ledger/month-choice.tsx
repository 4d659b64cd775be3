import { ActionIcon, Button } from '@mantine/core';
import { Link } from 'react-router';
import { Icon } from '../../parts/icon.tsx';
import { paths } from '../../paths.ts';
import { monthAfter, monthName, monthOfNow } from './address.ts';
import styles from './ledger.module.css';

/** The month the ledger shows, with the ways to its neighbours and back to now. */
export function MonthChoice({ month }: { month: string }) {
  const now = monthOfNow(new Date());
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)];
  return (
    <nav className={styles.months} aria-label="Month">
      <ActionIcon
        component={Link}
        to={paths.ledger({ month: before })}
        variant="default"
        size="lg"
        aria-label={`Month before: ${monthName(before)}`}
      >
        <Icon name="chevron-left" />
      </ActionIcon>
      <h2 aria-live="polite">{monthName(month)}</h2>
      <ActionIcon
        component={Link}
        to={paths.ledger({ month: after })}
        variant="default"
        size="lg"
        aria-label={`Month after: ${monthName(after)}`}
      >
        <Icon name="chevron-right" />
      </ActionIcon>
      {month !== now && (
        <Button component={Link} to={paths.ledger()} variant="default">
          This month
        </Button>
      )}
    </nav>
  );
}
