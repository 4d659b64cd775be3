import { useEffect, useRef, useState } from 'react';
import { localToInstant } from '#rules/planning.ts';
import { call, CallError } from '../../../../api/call.ts';
import { useCall } from '../../../../api/queries.ts';
import { lastAccounts } from '../../../../composer/last-accounts.ts';
import { counted, someNames } from '../../../../lib/words.ts';
import { ownZone } from '../../../../lib/when.ts';
import { notify } from '../../../../parts/notices/notify.ts';
import { decoded, limits, tableOf } from '../../../content/streams/stream-editor/import/csv.ts';
import { importedRows } from './import-rows.ts';
import { forgetSheet, keepSheet, keptSheet } from './kept-sheet.ts';
import { accountsOf, isBlank, mostRows, standingOf, type Row } from './rows.ts';
import { complete, emptyState, type SheetState } from './sheet-state.ts';
import { rowTimes, type Rhythm } from './times.ts';
import { useRowFiles } from './use-row-files.ts';

/** The sheet: its rows with their times, accounts and standing, and everything that changes it. */
export function useSheet(askedClient: string | null) {
  const [state, setKept] = useState(() => complete(keptSheet(askedClient) ?? emptyState(askedClient)));
  const setState = (next: (before: SheetState) => SheetState) => setKept((before) => complete(next(before)));
  useEffect(() => keepSheet(state), [state]);
  const [isPlanning, setPlanning] = useState(false);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  const { clientId, rhythm } = state;
  const { data: clients } = useCall('fetch-app-client', {}, { enabled: clientId === null });
  const only = clients?.next === null && clients.items.length === 1 ? clients.items[0]?.id : undefined;
  if (clientId === null && only !== undefined) setKept({ ...state, clientId: only });
  const { data: connected } = useCall(
    'fetch-social-accounts',
    { user_id: clientId ?? '' },
    { enabled: clientId !== null },
  );
  const { data: slots } = useCall('fetch-free-slots', { client_id: clientId ?? '' }, { enabled: clientId !== null });
  const { data: client } = useCall('fetch-app-client', { id: clientId ?? '' }, { enabled: clientId !== null });
  const zone = slots?.timezone ?? ownZone();
  const accounts = clientId === null ? undefined : connected?.accounts;
  const chosen =
    state.accounts ?? (clientId === null || accounts === undefined ? [] : lastAccounts(clientId, accounts));
  const now = new Date();
  const times = rowTimes(state.rows, rhythm, { zone, now });
  const rows = state.rows.map((row, index) => {
    const at = times[index] ?? null;
    const goesTo = accountsOf(row, chosen, accounts ?? []);
    const isPast = at !== null && localToInstant(`${at.date} ${at.time}`, zone) <= now;
    return { row, at, accounts: goesTo, standing: standingOf(row, { accounts: goesTo, at, isPast }) };
  });

  const change = (part: Partial<SheetState>) => setState((before) => ({ ...before, ...part }));
  const patch = (key: string, part: Partial<Row>) =>
    setState((before) => ({
      ...before,
      rows: before.rows.map((row) => (row.key === key ? { ...row, ...part } : row)),
    }));
  /** Adds rows before the empty one; those beyond the sheet's size are left out and said. */
  const add = (more: readonly Row[]) => {
    const held = latest.current.rows.filter((row) => !isBlank(row)).length;
    const fits = more.slice(0, Math.max(0, mostRows - held));
    if (fits.length < more.length)
      notify.danger(
        `A sheet takes ${mostRows} posts. ${counted(more.length - fits.length, 'row is', 'rows are')} left out.`,
      );
    setState((before) => ({ ...before, rows: [...before.rows.filter((row) => !isBlank(row)), ...fits] }));
    return fits;
  };
  const files = useRowFiles(patch);
  const importTable = (table: readonly (readonly string[])[]) => {
    const { rows: read, leftOut } = importedRows(table, accounts ?? []);
    add(read);
    if (leftOut.length > 0) notify.danger(`Not taken: ${someNames(leftOut)}`, { seconds: 10 });
  };
  return {
    ...state,
    client: client?.items.find(({ id }) => id === clientId),
    hasNoClients: clientId === null && clients?.items.length === 0,
    accounts,
    chosen,
    zone,
    rows,
    /** While its posts are being planned, nothing is typed. */ isPlanning,
    setPlanning,
    isThere: () => isThere.current,
    patch,
    add,
    importTable,
    addFiles: (given: readonly File[], key?: string) => files.send(given, { add, patch, key }),
    chooseClient: (id: string) => {
      if (id === latest.current.clientId) return;
      const kept = keptSheet(id)?.rows ?? [];
      forgetSheet(latest.current.clientId);
      setState((before) => ({
        ...before,
        clientId: id,
        accounts: null,
        rows: [
          ...kept,
          ...before.rows.map((row) => ({ ...row, accounts: null, isDouble: false, isWanted: false })),
        ].filter((row) => !isBlank(row)),
      }));
    },
    chooseAccounts: (ids: readonly string[]) => change({ accounts: ids }),
    chooseRhythm: (next: Rhythm) => change({ rhythm: next }),
    remove: (row: Row) => {
      const at = latest.current.rows.findIndex(({ key }) => key === row.key);
      change({ rows: latest.current.rows.filter(({ key }) => key !== row.key) });
      notify.success('Row removed.', {
        seconds: 10,
        undo: () => setState((before) => ({ ...before, rows: before.rows.toSpliced(Math.max(at, 0), 0, row) })),
      });
    },
    drop: (keys: readonly string[]) =>
      setState((before) => ({ ...before, rows: before.rows.filter(({ key }) => !keys.includes(key)) })),
    importFile: async (file: File) => {
      if (file.size > limits.bytes) return notify.danger('This file is too large');
      importTable(tableOf(decoded(new Uint8Array(await file.arrayBuffer()))).rows);
    },
  };
}

/** The sheet as its parts see it. */
export type Sheet = ReturnType<typeof useSheet>;

/**
 * Takes planned posts out of the plan again; resolves to whether all of them are. They become drafts, and those are
 * deleted if the sheet that has their words is still there.
 */
export async function unplanAll(occurrenceIds: readonly string[], isSheetThere: () => boolean): Promise<boolean> {
  try {
    for (const id of occurrenceIds) {
      const { data } = await call('unplan-post', { occurrence_id: id });
      if (isSheetThere()) await call('delete-draft', { id: data.draft_id });
    }
    if (!isSheetThere()) notify.success('Back in drafts.');
    return true;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    notify.danger(error.message);
    return false;
  }
}
