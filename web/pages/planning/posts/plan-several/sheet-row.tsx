import { ActionIcon, Loader, Menu } from '@mantine/core';
import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { lengthOf } from '#rules/captions.ts';
import { networkNames } from '#rules/eligibility.ts';
import { useCall } from '../../../../api/queries.ts';
import { roomsOf } from '../../../../lib/post-words.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { tableOf } from '../../../content/streams/stream-editor/import/csv.ts';
import { AccountsPicker } from './accounts-picker.tsx';
import { mostWords, type Standing } from './rows.ts';
import styles from './sheet-table.module.css';
import { TimeCell } from './time-cell.tsx';
import type { Sheet } from './use-sheet.ts';

type Props = { sheet: Sheet; entry: Sheet['rows'][number]; number: number };

const looks = {
  ready: 'circle-check',
  double: 'help-circle',
  problem: 'alert-triangle',
  wait: 'clock',
  blank: 'clock',
} as const satisfies Record<Standing['kind'], string>;

/** One post of the sheet: its file, words, accounts, time and how it stands. */
export function SheetRow({ sheet, entry: { row, at, accounts, standing }, number }: Props) {
  const file = useRef<HTMLInputElement>(null);
  const isEmpty = standing.kind === 'blank';
  const label = `Caption of row ${number}`;
  const paste = (event: ClipboardEvent) => {
    const given = [...event.clipboardData.files];
    const text = event.clipboardData.getData('text/plain');
    // A spreadsheet also gives its cells as a table; words of several lines stay the words of one post.
    const isTable = event.clipboardData.getData('text/html').includes('<table') || text.includes('\t');
    if (given.length === 0 && !isTable) return;
    event.preventDefault();
    if (given.length > 0) sheet.addFiles(given, isEmpty || given.length > 1 ? undefined : row.key);
    else sheet.importTable(tableOf(text, '\t').rows);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const fields = [...document.querySelectorAll<HTMLElement>('[data-caption]')];
    fields[fields.indexOf(event.currentTarget) + 1]?.focus();
  };
  return (
    <tr className={styles.row} data-kind={standing.kind}>
      <td className={styles.number}>{number}</td>
      <td className={styles.media}>
        <button
          type="button"
          aria-label={row.file === null ? `Add a file to row ${number}` : `Change the file of row ${number}`}
          onClick={() => file.current?.click()}
        >
          {row.share !== null ? (
            <Loader size={18} aria-hidden="true" />
          ) : row.file !== null ? (
            <img src={row.file.thumbnail ?? row.file.url} alt="" loading="lazy" />
          ) : (
            <Icon name="plus" size={16} />
          )}
        </button>
        <input
          ref={file}
          type="file"
          hidden
          accept="image/jpeg,image/png,video/mp4"
          aria-label={`File of row ${number}`}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (chosen) sheet.addFiles([chosen], row.key);
          }}
        />
      </td>
      <td className={styles.caption}>
        <textarea
          data-caption
          aria-label={label}
          aria-invalid={standing.words === 'No caption' || undefined}
          placeholder={isEmpty ? 'Type the next post' : 'Type a caption'}
          rows={1}
          maxLength={mostWords}
          value={row.words}
          onChange={(event) =>
            sheet.patch(row.key, { words: event.currentTarget.value, problem: '', isDouble: false, isWanted: false })
          }
          onPaste={paste}
          onKeyDown={press}
        />
        <Counter words={row.words} networks={accounts.map(({ type }) => type)} />
      </td>
      <td className={styles.to}>
        {!isEmpty && (
          <AccountsPicker
            label={`Accounts of row ${number}`}
            accounts={sheet.accounts ?? []}
            chosen={row.accounts ?? accounts.map(({ id }) => id)}
            onChoose={(ids) => sheet.patch(row.key, { accounts: ids, problem: '' })}
          />
        )}
      </td>
      <td className={styles.at}>
        {!isEmpty && (
          <TimeCell
            number={number}
            at={at}
            zone={sheet.zone}
            isOwn={row.at !== null}
            onChange={(own) => sheet.patch(row.key, { at: own, problem: '' })}
          />
        )}
      </td>
      <td className={styles.state}>
        {!isEmpty && (
          <span data-kind={standing.kind} title={standing.words}>
            <Icon name={looks[standing.kind]} size={14} />
            {standing.words}
          </span>
        )}
      </td>
      <td className={styles.more}>
        {!isEmpty && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={`More for row ${number}`}>
                <Icon name="dots" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {row.isDouble && !row.isWanted && (
                <Menu.Item onClick={() => sheet.patch(row.key, { isWanted: true })}>Plan both</Menu.Item>
              )}
              {row.file !== null && (
                <Menu.Item onClick={() => sheet.patch(row.key, { file: null })}>Take the file out</Menu.Item>
              )}
              {row.at !== null && (
                <Menu.Item onClick={() => sheet.patch(row.key, { at: null })}>Next of the days and times</Menu.Item>
              )}
              {row.accounts !== null && (
                <Menu.Item onClick={() => sheet.patch(row.key, { accounts: null })}>Accounts of the sheet</Menu.Item>
              )}
              <Menu.Item color="red" onClick={() => sheet.remove(row)}>
                Remove
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </td>
    </tr>
  );
}

/** The tightest limit of the row's networks, once its words come near it: 'X 251/280'. */
function Counter({ words, networks }: { words: string; networks: readonly (keyof typeof networkNames)[] }) {
  const { data: known } = useCall('fetch-networks', {});
  const counts = [...new Set(networks)].flatMap((network) => {
    const { limit, unit } = roomsOf(known, network, 'text').caption;
    return limit === null ? [] : [{ network, limit, length: lengthOf(words, unit) }];
  });
  const tightest = counts.toSorted((one, other) => other.length / other.limit - one.length / one.limit)[0];
  if (tightest === undefined || tightest.length < tightest.limit * 0.8) return null;
  const { network, limit, length } = tightest;
  return (
    <span className={styles.counter} data-over={length > limit || undefined}>
      {networkNames[network]} {length}/{limit}
    </span>
  );
}
