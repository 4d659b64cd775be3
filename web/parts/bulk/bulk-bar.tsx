import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { BulkOutcome } from '#contract/base/bulk.ts';
import { mostAtOnce } from '#rules/bulk.ts';
import { keepFocus } from '../../lib/keep-focus.ts';
import { publishHeight } from '../../lib/publish-height.ts';
import { undoKeys, useUndoByKey } from '../../lib/undo-key.ts';
import { counted, someNames } from '../../lib/words.ts';
import { Ask } from '../dialogs/ask.tsx';
import { Docked } from '../notices/docked.tsx';
import { Icon, type IconName } from '../icons/icon.tsx';
import styles from './bulk.module.css';
import { useFocusInList } from './selectable-list.tsx';
import type { Selection } from './use-selection.ts';

/** The gap below the bar, px. */
const gap = 12;

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
  const isReported = done !== null && (done.outcome.left.length > 0 || done.undo !== undefined || Boolean(wayBack));
  const isShown = chosen.length > 0;
  useFocusInList(isReported);
  useFocusInList(isShown);
  const bar = useEscapeInList(isShown, () => selection.chooseAll(false));
  useEffect(() => publishHeight(isShown ? bar.current : null, { name: '--bar-height', gap }), [isShown, bar]);
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
        <section className={styles.bar} aria-label="Chosen rows" ref={bar}>
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
      {done && isReported && (
        <Docked>
          <Report done={done} wayBack={wayBack} onDismiss={onDismiss} />
        </Docked>
      )}
      {action && (
        <Ask
          opened
          busy={action.busy}
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

/** Clears the selection of a list on Escape, unless that closes a menu. The returned ref is for its bar. */
function useEscapeInList(isShown: boolean, onEscape: () => void) {
  const bar = useRef<HTMLElement>(null);
  const leave = useRef(onEscape);
  useEffect(() => {
    leave.current = onEscape;
  });
  useEffect(() => {
    const list = bar.current?.parentElement;
    if (!isShown || !list) return undefined;
    const press = (event: KeyboardEvent): void => {
      const isKept = event.target instanceof Element && event.target.closest('[aria-expanded=true], [role=menu]');
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && !isKept) leave.current();
    };
    list.addEventListener('keydown', press);
    return () => list.removeEventListener('keydown', press);
  }, [isShown]);
  return bar;
}

type ReportProps = { done: Done; wayBack: ReactNode; onDismiss: () => void };

function Report({ done: { outcome, names, undo }, wayBack, onDismiss }: ReportProps) {
  const ok = useRef<HTMLButtonElement>(null);
  const offered = outcome.done.length > 0 ? undo : undefined;
  const isOffered = offered !== undefined;
  useUndoByKey(offered ?? null);
  useLayoutEffect(() => (isOffered ? () => keepFocus(ok.current) : undefined), [isOffered]);
  const doneNames = outcome.done.map((id) => names.get(id) ?? id);
  return (
    <section className={styles.report} aria-label="What came of it">
      {offered && !wayBack && <p className={styles.done}>Done: {someNames(doneNames)}</p>}
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
        {offered && (
          <Button size="compact-md" variant="default" aria-keyshortcuts={undoKeys} onClick={offered}>
            Undo
          </Button>
        )}
        <Button size="compact-md" variant="subtle" ref={ok} onClick={onDismiss}>
          OK
        </Button>
      </div>
    </section>
  );
}
