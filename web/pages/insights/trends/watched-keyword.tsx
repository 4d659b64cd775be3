import { Button } from '@mantine/core';
import type { WatchState, WatchedKeyword as Watched } from '#contract/insights/keyword-alerts.ts';
import { useAction } from '../../../api/action.ts';
import { counted } from '../../../lib/words.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { When } from '../../../parts/display/when.tsx';
import { ResultCard } from './result-card.tsx';
import styles from './trends.module.css';

const sources = [
  { id: 'reddit', name: 'Reddit' },
  { id: 'youtube', name: 'YouTube' },
] as const;

/** The message for a source that did not answer. */
const said: Readonly<Record<Exclude<WatchState, 'answered'>, string>> = {
  'quota-used-up': 'has used up its quota',
  'not-configured': 'is not configured',
  'left-out': 'was not asked: its searches for today are used up',
  failed: 'did not answer',
};

/** One keyword: the state of its last search, and the latest results. */
export function WatchedKeyword({ watched }: { watched: Watched }) {
  const { id, keyword, checked, states, finds, finds_total: total } = watched;
  const unwatch = useAction('unwatch-keyword');
  const lacks = sources.flatMap(({ id: source, name }) => {
    const state = states[source];
    return state === null || state === 'answered' ? [] : [`${name} ${said[state]}.`];
  });
  return (
    <section className={styles.watched} aria-label={keyword}>
      <div className={styles.watchedHead}>
        <h2>{keyword}</h2>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="x" size={14} />}
          aria-label={`Stop watching ${keyword}`}
          loading={unwatch.busy}
          onClick={() => void unwatch.run({ id })}
        >
          Stop watching
        </Button>
      </div>
      <p className={styles.note}>
        {checked === null ? (
          'Not searched yet. The first search is within the hour, but not before six in the morning.'
        ) : (
          <>
            Last searched <When at={checked} within />. {counted(total, 'result')} so far.
          </>
        )}{' '}
        {lacks.join(' ')}
      </p>
      {finds.length > 0 && (
        <div className={styles.cards}>
          {finds.map(({ id: find, source, title, url, from, found }) => (
            <ResultCard
              key={find}
              title={title}
              url={url}
              picture={null}
              isSample={false}
              from={
                <>
                  {source === 'reddit' ? 'Reddit' : 'YouTube'}
                  {from !== '' && ` · ${from}`} · found <When at={found} form="short" within />
                </>
              }
              figures={[]}
              kept={{ title, url }}
            />
          ))}
        </div>
      )}
    </section>
  );
}
