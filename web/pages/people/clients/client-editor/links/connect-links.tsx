import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { networkNames } from '#rules/eligibility.ts';
import { confirmDelete } from '../../../../../parts/dialogs/dialogs.ts';
import { ErrorState } from '../../../../../parts/states/error-state.tsx';
import { Icon } from '../../../../../parts/icons/icon.tsx';
import { NetworkIcon } from '../../../../../parts/icons/network-icon.tsx';
import type { Status } from '../../../../../parts/states/state-looks.ts';
import { StatusBadge } from '../../../../../parts/states/status-badge.tsx';
import { When } from '../../../../../parts/display/when.tsx';
import { sayDate } from '../../../../../lib/dates.ts';
import { useAction } from '../../../../../api/action.ts';
import { useCall } from '../../../../../api/queries.ts';
import { counted } from '../../../../../lib/words.ts';
import editor from '../client-editor.module.css';
import styles from './connect-links.module.css';
import { NewLink } from './new-link.tsx';
import { useMay } from '../../../../../api/session.ts';

type Link = Data<'fetch-connect-links'>[number];
type Props = { client: { id: string; name: string; email: string; pausedAt: string | null } };

const shownAtFirst = 3;

/** The links by which a client connects its accounts itself: create, mail or copy, watch, revoke. */
export function ConnectLinks({ client }: Props) {
  const { data: links, error, refetch } = useCall('fetch-connect-links', { client_id: client.id });
  const makes = useMay('makeConnectLinks');
  const [making, setMaking] = useState(false);
  const [all, setAll] = useState(false);
  const shown = all ? links : links?.slice(0, shownAtFirst);
  return (
    <section className={editor.panel} aria-labelledby="connect-links">
      <div className={styles.head}>
        <h2 id="connect-links">Connect links</h2>
        <Button
          variant="default"
          leftSection={<Icon name="link" size={16} />}
          disabled={!makes || client.pausedAt !== null}
          onClick={() => setMaking(true)}
        >
          Make a link
        </Button>
      </div>
      <p className={editor.hint}>
        {client.pausedAt === null ? (
          <>
            Send {client.name} a link to connect accounts themselves. They don't need a password, and the link allows
            nothing else.
          </>
        ) : (
          <>{client.name} is paused, which has ended its links. Resume it to make a new one.</>
        )}
      </p>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {shown && shown.length > 0 && (
        <ul className={styles.links} aria-label="Connect links">
          {shown.map((link) => (
            <li key={link.id}>
              <LinkRow link={link} />
            </li>
          ))}
        </ul>
      )}
      {links && links.length > shownAtFirst && !all && (
        <button type="button" className={editor.otherWay} onClick={() => setAll(true)}>
          Show {counted(links.length - shownAtFirst, 'older link')}
        </button>
      )}
      {making && <NewLink client={client} onClose={() => setMaking(false)} />}
    </section>
  );
}

const looks = {
  open: { status: 'active', word: 'Works' },
  expired: { status: 'finished', word: 'Expired' },
  revoked: { status: 'stopped', word: 'Revoked' },
  paused: { status: 'paused', word: 'Ended: client paused' },
  deleted: { status: 'stopped', word: 'Ended: client deleted' },
} as const satisfies Record<Link['state'], { status: Status; word: string }>;

function LinkRow({ link }: { link: Link }) {
  const revoke = useAction('end-connect-link');
  const ask = () =>
    confirmDelete({
      title: 'Revoke this link?',
      text:
        'It stops working at once, even for somebody who is connecting with it right now. What was connected with it ' +
        'stays connected.',
      confirm: 'Revoke',
      onConfirm: () => revoke.run({ id: link.id }),
    });
  const { status, word } = looks[link.state];
  const made = link.made_by === '' ? 'Made' : `${link.made_by} made it`;
  return (
    <article className={styles.link}>
      <div className={styles.facts}>
        <p className={styles.first}>
          <StatusBadge status={status}>{word}</StatusBadge>
          <span>
            {link.state === 'open' ? (
              <>
                until <When at={link.expires} form="short" within />
              </>
            ) : link.state === 'expired' ? (
              <When at={link.expires} form="short" />
            ) : (
              link.ended !== null && <When at={link.ended} form="short" />
            )}
          </span>
        </p>
        <p className={styles.made}>
          {made} <When at={link.created} form="short" within />
          {link.mailed_to === null ? ' to be copied' : <>, mailed to {link.mailed_to}</>}.{' '}
          {link.used === null ? (
            'Not opened yet.'
          ) : (
            <>
              Opened {link.uses === 1 ? 'once' : `${link.uses} times`}, last <When at={link.used} form="short" within />
              .
            </>
          )}
        </p>
        {link.accounts.length > 0 && (
          <p className={styles.accounts}>
            <span>{counted(link.accounts.length, 'account')} connected by it:</span>
            {link.accounts.map(({ type, username }) => (
              <span key={`${type} ${username}`} className={styles.account}>
                <NetworkIcon network={type} size={18} labelled={false} />
                {username || networkNames[type]}
                <span className="visually-hidden"> on {networkNames[type]}</span>
              </span>
            ))}
          </p>
        )}
      </div>
      {link.state === 'open' && (
        <Button
          variant="default"
          size="compact-md"
          onClick={ask}
          aria-label={`Revoke the link of ${sayDate(link.created)}`}
        >
          Revoke
        </Button>
      )}
    </article>
  );
}
