import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { BulkOutcome } from '#contract/bulk.ts';
import { mostAtOnce } from '#rules/bulk.ts';
import { counted, someNames } from '../../lib/words.ts';
import { Ask } from '../dialogs/ask.tsx';
import { Docked } from '../notices/docked.tsx';
import { Icon, type IconName } from '../icons/icon.tsx';
import styles from './bulk.module.css';
import { useFocusInList } from './selectable-list.tsx';
import type { Selection } from './use-selection.ts';

/** An action on the selected rows, and the question asked first. */
export type BulkAction = {
  label: string;
  icon: IconName;
  isDanger?: boolean;
  /** What will happen to them. */ text: string;
  /** A choice to make first, such as the number of days. */ fields?: ReactNode;
  busy: boolean;
  busyLabel: string;
  /** Resolves to whether it was done for at least one row. */ run: (ids: string[]) => Promise<boolean>;
};

/** The outcome of an action, with the names of the affected rows. */
export type Done = { outcome: BulkOutcome; names: ReadonlyMap<string, string>; undo?: () => void };

type Props<T extends { id: string }> = {
  /** The noun for one row: 'schedule'. */ noun: string;
  selection: Selection<T>;
  nameOf: (row: T) => string;
  actions: readonly BulkAction[];
  /** The rows that the last action left unchanged, and whether it can be undone. */ done: Done | null;
  /** Other ways to undo it. */ wayBack?: ReactNode;
  onDismiss: () => void;
};

/**
 * Shows how many rows are selected and what can be done with them. It asks before an action, and afterwards lists the
 * rows for which it failed.
 */
export function BulkBar<T extends { id: string }>({
  noun,
  selection,
  nameOf,
  actions,
  done,
  wayBack,
  onDismiss,
}: Props<T>) {
  const [asking, setAsking] = useState<string | null>(null);
  const { chosen } = selection;
  useFocusInList(chosen.length > 0);
  // The rows may have been deleted in another tab.
  if (asking !== null && chosen.length === 0) setAsking(null);
  const action = actions.find(({ label }) => label === asking);
  const count = counted(chosen.length, noun);
  const isTooMany = chosen.length > mostAtOnce;
  const confirm = async ({ run }: BulkAction) => {
    if (!(await run(chosen.map(({ id }) => id)))) return;
    setAsking(null);
    selection.chooseAll(false);
  };
  return (
    <>
      {chosen.length > 0 && (
        <section className={styles.bar} aria-label="Chosen rows">
          <strong role="status">{count} chosen</strong>
          {isTooMany && <span>At most {mostAtOnce} at once.</span>}
          {actions.map(({ label, icon, isDanger }) => (
            <Button
              key={label}
              size="compact-md"
              variant="default"
              disabled={isTooMany}
              {...(isDanger ? { c: 'red' } : {})}
              leftSection={<Icon name={icon} size={16} />}
              onClick={() => setAsking(label)}
            >
              {label}
              <span className="visually-hidden"> {count}</span>
            </Button>
          ))}
          {selection.extent === 'some' && (
            <Button size="compact-md" variant="subtle" onClick={() => selection.chooseAll(true)}>
              Choose all shown
            </Button>
          )}
          <Button size="compact-md" variant="subtle" onClick={() => selection.chooseAll(false)}>
            Choose none
          </Button>
        </section>
      )}
      {done && (done.outcome.left.length > 0 || done.undo || wayBack) && (
        <Docked>
          <Report done={done} wayBack={wayBack} onDismiss={onDismiss} />
        </Docked>
      )}
      {action && (
        <Ask
          opened
          onClose={() => {
            if (!action.busy) setAsking(null);
          }}
          icon="alert-triangle"
          tone={action.isDanger ? 'bad' : 'warn'}
          title={`${action.label} ${count}?`}
          text={action.text}
          detail={
            <>
              <p className={styles.names}>{someNames(chosen.map(nameOf))}</p>
              {action.fields && <div className={styles.fields}>{action.fields}</div>}
            </>
          }
        >
          <Button h={40} variant="default" disabled={action.busy} onClick={() => setAsking(null)} data-autofocus>
            Cancel
          </Button>
          <Button
            h={40}
            px="xs"
            {...(action.isDanger ? { color: 'red' } : {})}
            disabled={action.busy}
            onClick={() => void confirm(action)}
          >
            {action.busy ? action.busyLabel : action.label}
          </Button>
        </Ask>
      )}
    </>
  );
}

type ReportProps = { done: Done; wayBack: ReactNode; onDismiss: () => void };

function Report({ done: { outcome, names, undo }, wayBack, onDismiss }: ReportProps) {
  return (
    <section className={styles.report} aria-label="What came of it">
      {outcome.left.length > 0 && (
        <>
          <p>Left as {outcome.left.length === 1 ? 'it is' : 'they are'}:</p>
          <ul>
            {outcome.left.map(({ id, message }) => (
              <li key={id}>
                <b>{names.get(id) ?? id}</b>: {message}
              </li>
            ))}
          </ul>
        </>
      )}
      {wayBack}
      <div className={styles.answers}>
        {undo && outcome.done.length > 0 && (
          <Button size="compact-md" variant="default" onClick={undo}>
            Undo
          </Button>
        )}
        <Button size="compact-md" variant="subtle" onClick={onDismiss}>
          OK
        </Button>
      </div>
    </section>
  );
}
