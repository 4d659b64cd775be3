import { ActionIcon, Button } from '@mantine/core';
import { Link } from 'react-router';
import { Icon } from '../../../parts/icons/icon.tsx';
import { paths } from '../../../paths.ts';
import { sayMonth } from '../../../lib/dates.ts';
import { monthAfter, monthOfNow } from './address.ts';
import styles from './month.module.css';

type Props = { month: string; to?: (search?: { month: string }) => string };

/** The month that a page shows (by default the ledger), with links to the previous, the next and the current month. */
export function MonthChoice({ month, to = (search) => paths.ledger(search ?? {}) }: Props) {
  const now = monthOfNow(new Date());
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)];
  return (
    <nav className={styles.months} aria-label="Month">
      <ActionIcon
        component={Link}
        to={to({ month: before })}
        variant="default"
        size="lg"
        aria-label={`Month before: ${sayMonth(before)}`}
      >
        <Icon name="chevron-left" />
      </ActionIcon>
      <h2 aria-live="polite">{sayMonth(month)}</h2>
      <ActionIcon
        component={Link}
        to={to({ month: after })}
        variant="default"
        size="lg"
        aria-label={`Month after: ${sayMonth(after)}`}
      >
        <Icon name="chevron-right" />
      </ActionIcon>
      {month !== now && (
        <Button component={Link} to={to()} variant="default">
          This month
        </Button>
      )}
    </nav>
  );
}
