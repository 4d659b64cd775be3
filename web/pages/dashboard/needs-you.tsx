import { useState } from 'react';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { networkNames } from '#rules/eligibility.ts';
import { Icon } from '../../parts/icon.tsx';
import { NetworkIcon } from '../../parts/network-icon.tsx';
import { StatusBadge, type Status } from '../../parts/status-badge.tsx';
import { When } from '../../parts/when.tsx';
import styles from './needs-you.module.css';
import { Panel } from './panel.tsx';

type Entry = Data<'fetch-dashboard'>['needs_you'][number];
const statuses = { account: 'needs-reconnecting', uncertain: 'uncertain', failed: 'failed', missed: 'missed' } as const satisfies Record<Entry['kind'], Status>;
const atFirst = 4;

/** What waits for a person's decision, each leading to where it is made. */
export function NeedsYou({ entries }: { entries: readonly Entry[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, atFirst);
  return (
    <Panel id="needs-you" title="Needs you" side={entries.length > 0 && <span className={styles.badCount}>{entries.length}</span>}>
      {entries.length === 0 && <p className={styles.calm}><Icon name="circle-check" size={20} />All is well. Nothing waits for you.</p>}
      <ul className={styles.entries}>
        {shown.map((entry) => <li key={`${entry.kind} ${entry.delivery_id ?? entry.account_id}`}><Row entry={entry} /></li>)}
      </ul>
      {entries.length > shown.length && <button type="button" className={styles.textButton} onClick={() => setAll(true)}>Show all {entries.length}</button>}
    </Panel>
  );
}

function Row({ entry }: { entry: Entry }) {
  const to = entry.kind === 'account' || entry.schedule_id === null ? `/edit-client/${entry.client_id}` : `/schedule-detail/${entry.schedule_id}`;
  return (
    <Link to={to} className={styles.entry}>
      <NetworkIcon network={entry.network} size={32} labelled={false} />
      <span className={styles.entryWords}>
        <span className={styles.entryTitle}>{entry.title || networkNames[entry.network]}</span>
        <span className={styles.entryText}>{entry.message}</span>
        <span className={styles.entryText}>{entry.client} · {networkNames[entry.network]} · <When at={entry.at} form="short" /></span>
      </span>
      <StatusBadge status={statuses[entry.kind]} />
    </Link>
  );
}
