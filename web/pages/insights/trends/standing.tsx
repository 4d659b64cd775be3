import type { ReactNode } from 'react';
import type { TrendState } from '#contract/insights/trends.ts';
import { CallError } from '../../../api/call.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import type { IconName } from '../../../parts/icons/icon.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { When } from '../../../parts/display/when.tsx';
import type { Trend, TrendCall } from './use-trend.ts';
import styles from './trends.module.css';

type Standing = {
  state: TrendState;
  last_good_at: string | null;
  stale_since: string | null;
  again_at: string | null;
};

type Props = {
  trend: Pick<Trend<TrendCall>, 'searching' | 'error' | 'retry'>;
  /** The source's state from the first page; undefined before it is loaded. */
  first: Standing | undefined;
  /** Whether the pages contain any results. */
  isEmpty: boolean;
  /** The source's display name. */
  name: string;
  /** Shown before the first search. */
  begin: ReactNode;
  icon: IconName;
  children: ReactNode;
};

/** The results of a search, or why there are none: each state of a source in its own words. */
export function Standing({ trend, first, isEmpty, name, begin, icon, children }: Props) {
  const { searching, error, retry } = trend;
  if (error instanceof CallError && error.errors['state'] === 'not-configured') return <NotConfigured name={name} />;
  if (error && !first) return <ErrorState error={error} onRetry={retry} />;
  if (first === undefined) return searching ? <Searching /> : <EmptyState icon={icon} text={begin} />;
  switch (first.state) {
    case 'not-configured':
      return <NotConfigured name={name} />;
    case 'quota-used-up':
      return <UsedUp name={name} first={first} />;
    case 'not-offered':
      return (
        <EmptyState
          icon="calendar-off"
          text={`${name} does not offer this period: its feed covers the last day. Please choose a period up to 1 day.`}
        />
      );
    case 'answered':
      return (
        <section aria-label={`Results of ${name}`} aria-busy={searching} data-searching={searching || undefined}>
          {first.stale_since !== null && (
            <p className={styles.note} role="status">
              {name} does not answer right now. These results are from <When at={first.stale_since} form="short" />.
            </p>
          )}
          {isEmpty ? <EmptyState icon="search" text="We don't have results for this search." /> : children}
        </section>
      );
    default:
      return first.state satisfies never;
  }
}

const Searching = () => (
  <div role="status" aria-label="Searching">
    <Skeletons rows={6} kind="cards" />
  </div>
);

const NotConfigured = ({ name }: { name: string }) => (
  <EmptyState icon="plug-off" text={`${name} is not configured. The operator of this site can turn it on.`} />
);

const UsedUp = ({ name, first }: { name: string; first: Standing }) => (
  <EmptyState
    icon="hourglass"
    text={
      <>
        The quota of {name} is used up
        {first.again_at !== null && (
          <>
            {' '}
            until <When at={first.again_at} form="short" />
          </>
        )}
        .
        {first.last_good_at !== null && (
          <>
            {' '}
            It last answered <When at={first.last_good_at} form="short" />.
          </>
        )}
      </>
    }
  />
);
