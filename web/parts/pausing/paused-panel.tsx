import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { networkNames } from '#rules/eligibility.ts';
import { useMay } from '../../api/session.ts';
import { counted } from '../../lib/words.ts';
import { Icon } from '../icons/icon.tsx';
import { NetworkIcon } from '../icons/network-icon.tsx';
import { paths } from '../../paths.ts';
import styles from './paused-panel.module.css';
import { askResume, type PauseTarget } from './targets.ts';
import { Since } from './since.tsx';
import { usePauses } from './use-pauses.ts';

/** On the dashboard: what is paused, since when, by whom, and how many posts have piled up; nothing without a pause. */
export function PausedPanel() {
  const pauses = usePauses();
  const isOwner = useMay('accountData');
  if (
    !pauses ||
    (pauses.everything === null && pauses.clients.length + pauses.accounts.length + pauses.schedules.length === 0)
  )
    return null;
  return (
    <section className={styles.panel} aria-labelledby="paused">
      <div className={styles.panelHead}>
        <h2 id="paused">Paused</h2>
        {pauses.piled_up > 0 && <span className={styles.count}>{counted(pauses.piled_up, 'post')} waiting</span>}
      </div>
      <ul className={styles.entries}>
        {pauses.everything && (
          <Entry
            target={{ scope: 'everything' }}
            pause={pauses.everything}
            mayResume={isOwner || !pauses.everything.processing_stopped}
            to={null}
            detail=""
            icon={
              <span className={styles.iconTile}>
                <Icon name="world" size={18} />
              </span>
            }
          />
        )}
        {pauses.clients.map(({ id, name, ...pause }) => (
          <Entry
            key={`client ${id}`}
            target={{ scope: 'client', id, name }}
            pause={pause}
            to={paths.editClient(id)}
            detail=""
            icon={
              <span className={styles.iconTile}>
                <Icon name="users" size={18} />
              </span>
            }
          />
        ))}
        {pauses.accounts.map(({ id, client_id: clientId, client, type, username, ...pause }) => (
          <Entry
            key={`account ${id}`}
            target={{ scope: 'account', id, name: username || networkNames[type] }}
            pause={pause}
            to={paths.editClient(clientId)}
            detail={client}
            icon={<NetworkIcon network={type} size={32} />}
          />
        ))}
        {pauses.schedules.map(({ id, title, client, client_id: _, ...pause }) => (
          <Entry
            key={`schedule ${id}`}
            target={{ scope: 'schedule', id, name: title }}
            pause={pause}
            to={paths.scheduleDetail(id)}
            detail={client}
            icon={
              <span className={styles.iconTile}>
                <Icon name="calendar-time" size={18} />
              </span>
            }
          />
        ))}
      </ul>
      {pauses.more > 0 && (
        <p className={styles.note}>And {pauses.more} more, to be found in the lists of clients and schedules.</p>
      )}
    </section>
  );
}

type EntryProps = {
  target: PauseTarget;
  pause: { paused_at: string; paused_by: string; piled_up: number };
  /** False if only the owner may resume it and this person is not the owner. */
  mayResume?: boolean;
  /** The address that the name links to; null for everything. */
  to: string | null;
  detail: string;
  icon: ReactNode;
};

function Entry({ target, pause, mayResume = true, to, detail, icon }: EntryProps) {
  const name = target.scope === 'everything' ? 'All clients' : target.name;
  return (
    <li>
      {icon}
      <div className={styles.entryWords}>
        {to === null ? <strong>{name}</strong> : <Link to={to}>{name}</Link>}
        <span>
          {detail !== '' && `${detail} · `}
          <Since at={pause.paused_at} />
          {pause.paused_by !== '' && `, by ${pause.paused_by}`}
          {` · ${pause.piled_up === 0 ? 'nothing has piled up' : `${counted(pause.piled_up, 'post')} piled up`}`}
          {!mayResume && ' · resumed by the owner'}
        </span>
      </div>
      {mayResume && (
        <Button size="compact-md" variant="default" aria-label={`Resume ${name}`} onClick={() => askResume(target)}>
          Resume
        </Button>
      )}
    </li>
  );
}
