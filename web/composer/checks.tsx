import type { Data } from '#contract/index.ts';
import { stopsPosts } from '#rules/plan-problems.ts';
import { useCall } from '../api/queries.ts';
import { Icon } from '../parts/icons/icon.tsx';
import styles from './checks.module.css';
import { contentOf, isEmpty, type Composed, type Time } from './post.ts';
import { useSettled } from './use-settled.ts';

/** After the last key, ms. */
const pause = 400;

/** The answer of a check; undefined while there is nothing to check, or before the first answer. */
export type Checked = Data<'check-post'> | undefined;

type Options = {
  /** The accounts that the post goes to. */ accounts: readonly string[];
  /** Null: now. */ when: Time | null;
  /** The post itself, which is no double of itself. */ self: { draft_id?: string; occurrence_id?: string };
};

/** Checks the post as it is being written, once the person pauses. */
export function useChecks(
  composed: Composed,
  { accounts, when, self }: Options,
): { checked: Checked; isChecking: boolean } {
  const { clientId } = composed;
  const input = {
    client_id: clientId ?? '',
    account_ids: [...accounts],
    ...contentOf(composed),
    when,
    ...self,
  };
  const settled = useSettled(input, pause);
  const isOn = clientId !== null && accounts.length > 0 && !isEmpty(composed);
  const { data, isFetching } = useCall('check-post', settled, {
    enabled: isOn && settled.client_id === clientId,
    keep: true,
    passing: true,
  });
  return {
    checked: isOn ? data : undefined,
    isChecking: isFetching || JSON.stringify(settled) !== JSON.stringify(input),
  };
}

type Props = {
  checked: Checked;
  /** Whether the person plans it beside its doubles. */ isConfirmed: boolean;
  onConfirm: () => void;
  onOpen: (occurrenceId: string) => void;
  /** Moves the post to a time of its zone, 'YYYY-MM-DD HH:mm', at which the problem is gone. */
  onStart: ((local: string) => void) | null;
};

/** What stands against the post: doubles and problems, each with what can be done about it, and what it costs. */
export function Checks({ checked, isConfirmed, onConfirm, onOpen, onStart }: Props) {
  if (checked === undefined) return null;
  const { problems, doubles, costs } = checked;
  return (
    <ul className={styles.checks} aria-label="Checks" aria-live="polite">
      {[...new Map(doubles.map((double) => [double.message, double])).values()].map(
        ({ message, occurrence_id: occurrence }, index) => (
          <li key={message} data-tone="warn">
            <Icon name="copy" size={16} />
            <span>{message}</span>
            <button type="button" onClick={() => onOpen(occurrence)}>
              Open it
            </button>
            {index === 0 && (
              <button type="button" aria-pressed={isConfirmed} onClick={onConfirm}>
                {isConfirmed ? 'Both are planned' : 'Plan both'}
              </button>
            )}
          </li>
        ),
      )}
      {problems
        .filter(({ rule }: { rule: string }) => rule !== 'again')
        .map(({ rule, message, network, account_ids: accounts, start, posts: [first] }) => (
          <li key={`${rule} ${network ?? ''} ${accounts.join(' ')}`} data-tone={stopsPosts(rule) ? 'bad' : 'warn'}>
            <Icon name="alert-triangle" size={16} />
            <span>
              {message} {first?.message}
            </span>
            {start !== null && onStart !== null && (
              <button type="button" onClick={() => onStart(start)}>
                Move it to {start.slice(11)}
              </button>
            )}
          </li>
        ))}
      {costs.map(({ network, message }) => (
        <li key={`cost ${network}`}>
          <Icon name="coin" size={16} />
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}
