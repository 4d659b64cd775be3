import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { Data } from '#contract/index.ts';
import { mostPlannedAtOnce } from '#rules/bulk.ts';
import { useAction } from '../../../../api/action.ts';
import { keepAccounts } from '../../../../composer/last-accounts.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { counted, sayCount } from '../../../../lib/words.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { notify } from '../../../../parts/notices/notify.ts';
import styles from './plan-several.module.css';
import { blankRow, csvOf, sentRow } from './rows.ts';
import { unplanAll, type Sheet } from './use-sheet.ts';

/** How the rows stand, and the button that plans the ready ones. */
export function SheetFoot({ sheet }: { sheet: Sheet }) {
  const { rows, client, clientId, zone, isPlanning, setPlanning } = sheet;
  const answers = useRef<Data<'plan-posts'>>([]);
  const plan = useAction('plan-posts', {
    quiet: true,
    onDone: (planned) => (answers.current = [...answers.current, ...planned]),
  });
  const of = (kind: string) => rows.filter(({ standing }) => standing.kind === kind);
  const [ready, doubles, problems, waits] = [of('ready'), of('double'), of('problem'), of('wait')];
  const left = [...doubles, ...problems];

  const run = async () => {
    if (clientId === null || isPlanning) return;
    setPlanning(true);
    answers.current = [];
    for (const batch of batchesOf(ready)) {
      const posts = batch.flatMap(({ row, accounts, at }) =>
        at === null ? [] : [sentRow(row, { accounts, at, timezone: zone })],
      );
      const isDone = await plan.run(
        { client_id: clientId, posts, confirm: batch[0]?.row.isWanted ?? false },
        { repeats: true },
      );
      if (!isDone) break;
    }
    setPlanning(false);
    settle(answers.current);
  };
  const settle = (planned: Data<'plan-posts'>) => {
    const out = planned.filter(({ problem }) => problem === '');
    for (const { save_key: key, problem, is_double: isDouble } of planned)
      if (problem !== '') sheet.patch(key, isDouble ? { isDouble: true } : { problem });
    if (out.length === 0) return;
    const keys = out.map(({ save_key: key }) => key);
    const gone = rows.filter(({ row }) => keys.includes(row.key));
    sheet.drop(keys);
    if (clientId !== null) keepAccounts(clientId, sheet.chosen);
    notify.success(`${counted(out.length, 'post')} planned.`, {
      seconds: 10,
      undo: () =>
        void unplanAll(
          out.flatMap(({ occurrence_id: id }) => id ?? []),
          sheet.isThere,
        ).then(
          // They are other posts to the server, since these were planned.
          (isDone) => isDone && sheet.add(gone.map(({ row, at }) => blankRow({ ...row, at, key: blankRow().key }))),
        ),
    });
  };
  const download = () => {
    const csv = csvOf(left.map(({ row, at, standing }) => ({ row, at, words: standing.words })));
    // With the mark, spreadsheets read it as UTF-8.
    saveFile('rows.csv', `\ufeff${csv}`, 'text/csv');
  };
  return (
    <div className={styles.foot}>
      <p role="status">
        <span data-kind="ready">
          <Icon name="circle-check" size={14} /> {sayCount(ready.length)} ready
        </span>
        {waits.length > 0 && <span>{sayCount(waits.length)} uploading</span>}
        {doubles.length > 0 && (
          <span data-kind="double">
            <Icon name="help-circle" size={14} /> {sayCount(doubles.length)} planned already
          </span>
        )}
        {problems.length > 0 && (
          <span data-kind="problem">
            <Icon name="alert-triangle" size={14} /> {counted(problems.length, 'problem')}
          </span>
        )}
        {left.length > 0 && (
          <button
            type="button"
            className={styles.show}
            onClick={() =>
              document
                .querySelector<HTMLElement>(':is([data-kind=problem], [data-kind=double]) [data-caption]')
                ?.focus()
            }
          >
            Show {left.length === 1 ? 'it' : `the ${sayCount(left.length)}`}
          </button>
        )}
      </p>
      <div>
        {client?.approval === 'client' && (
          <span className={styles.approves}>
            <Icon name="hourglass" size={14} /> {client.name} approves first
          </span>
        )}
        {left.length > 0 && (
          <Button variant="default" onClick={download}>
            {left.length === 1 ? 'Download the row' : `Download the ${sayCount(left.length)} rows`}
          </Button>
        )}
        <Button disabled={ready.length === 0 || waits.length > 0} loading={isPlanning} onClick={() => void run()}>
          {left.length === 0
            ? `Plan ${sayCount(ready.length)}`
            : `Plan ${sayCount(ready.length)}, leave ${sayCount(left.length)}`}
        </Button>
      </div>
    </div>
  );
}

/** Parts that one call takes; what the person wants beside its doubles goes apart. */
function batchesOf(ready: Sheet['rows']): Sheet['rows'][] {
  return [true, false].flatMap((isWanted) => {
    const rows = ready.filter(({ row }) => row.isWanted === isWanted);
    return Array.from({ length: Math.ceil(rows.length / mostPlannedAtOnce) }, (_none, index) =>
      rows.slice(index * mostPlannedAtOnce, (index + 1) * mostPlannedAtOnce),
    );
  });
}
