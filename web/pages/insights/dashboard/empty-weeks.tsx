import { Link } from 'react-router';
import { Icon } from '../../../parts/icons/icon.tsx';
import { paths } from '../../../paths.ts';
import { useWeek } from './answers.ts';
import styles from './empty-weeks.module.css';
import { Reading } from '../../../parts/page/panel.tsx';
import { firstGap, idleWords } from './week-words.ts';
import { sayCount } from '../../../lib/words.ts';

const chipsShown = 6;

/** The clients with nothing planned for a week, each one press away from a schedule. */
export function EmptyWeeks() {
  const { items, first, error, retry } = useWeek();
  if (first?.total === 0) return null;
  const idle = items.filter(({ counts }) => counts.every((count) => count === 0)).slice(0, chipsShown);
  const more = (first?.idle ?? 0) - idle.length;
  return (
    <section className={styles.empty} aria-label="Empty weeks">
      <Reading read={{ isThere: first !== undefined, error, retry }} height={28}>
        {() =>
          first && (
            <>
              <p data-tone={first.idle > 0 ? 'warn' : 'good'}>
                <Icon name={first.idle > 0 ? 'calendar-off' : 'circle-check'} size={18} />
                {idleWords({ idle: first.idle, total: first.total })}
              </p>
              {idle.length > 0 && (
                <ul>
                  {idle.map(({ id, name, counts }) => (
                    <li key={id}>
                      <Link
                        to={paths.scheduler({
                          new: '',
                          for: id,
                          first: firstGap({ dates: first.dates, counts }) ?? '',
                        })}
                        title={`Schedule for ${name}`}
                      >
                        <Icon name="plus" size={14} />
                        <span>{name}</span>
                      </Link>
                    </li>
                  ))}
                  {more > 0 && (
                    <li>
                      <a href="#next-days">and {sayCount(more)} more</a>
                    </li>
                  )}
                </ul>
              )}
            </>
          )
        }
      </Reading>
    </section>
  );
}
