import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { networkNames } from '#rules/eligibility.ts';
import { ClientLink } from '../../../parts/display/client-link.tsx';
import { ByHandDialog } from '../../../parts/by-hand/by-hand-dialog.tsx';
import { Decide } from '../../../parts/deliveries/decide.tsx';
import type { Decision } from '../../../parts/deliveries/decisions.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { NetworkIcon } from '../../../parts/icons/network-icon.tsx';
import type { Status } from '../../../parts/states/state-looks.ts';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { When } from '../../../parts/display/when.tsx';
import { loadPart } from '../../../lib/load-code.ts';
import { counted, sayCount } from '../../../lib/words.ts';
import { paths } from '../../../paths.ts';
import { isToDo, keyOf, missedOf, needsRows, type Decided, type Entry } from './needs-rows.ts';
import styles from './needs-you.module.css';
import { useNeeds } from './answers.ts';
import { Panel, Reading } from '../../../parts/page/panel.tsx';

const loadFollowed = () => loadPart(() => import('./followed.tsx'));
const Followed = lazy(async () => ({ default: (await loadFollowed()).Followed }));
const PublishMissed = lazy(async () => ({
  default: (await loadPart(() => import('./publish-missed.tsx'))).PublishMissed,
}));
const RestoredNotice = lazy(async () => ({
  default: (await loadPart(() => import('./restored.tsx'))).RestoredNotice,
}));

const statuses = {
  account: 'needs-reconnecting',
  ending: 'ending',
  'by-hand': 'by-hand',
  uncertain: 'uncertain',
  failed: 'failed',
  missed: 'missed',
  'sent-back': 'sent-back',
  'not-approved': 'not-approved',
  'to-approve': 'approval',
  waits: 'waits-for-network',
} as const satisfies Record<Entry['kind'], Status>;
const atFirst = 4;
/** The server counts entries beyond its list up to this number. */
const mostCounted = 1000;

const nothing: readonly Entry[] = [];

/**
 * What needs a person's decision, with the known facts and the buttons to decide; decided entries stay to be followed.
 */
export function NeedsYou() {
  const { data, dataUpdatedAt: asOf, error, refetch } = useNeeds();
  const entries = data?.needs_you ?? nothing;
  const more = data?.more ?? 0;
  const [all, setAll] = useState(false);
  const [decided, setDecided] = useState<readonly Decided[]>([]);
  const [handId, setHandId] = useHandId();
  const decide = (entry: Entry, decision: Decision) =>
    setDecided((before) => [
      ...before.filter((other) => keyOf(other.entry) !== keyOf(entry)),
      { entry, decision, at: Date.now() },
    ]);
  useEffect(() => {
    void loadFollowed(); // loaded by the time something was decided
  }, []);
  const rows = needsRows({ entries, decided, asOf });
  const open = rows.filter(({ entry, decision }) => decision === null && isToDo(entry)).length;
  const missed = missedOf(rows);
  const shown = all ? rows : rows.slice(0, atFirst);
  return (
    <Panel
      id="needs-you"
      title="Needs you"
      side={
        open > 0 && (
          <span className={styles.badCount}>
            {more === 0 ? open : `${sayCount(open + more)}${more < mostCounted ? '' : '+'}`}
          </span>
        )
      }
    >
      <Reading read={{ isThere: data !== undefined, error, retry: () => void refetch() }} height={84}>
        {() =>
          rows.length === 0 &&
          data?.restored.held !== true && (
            <p className={styles.calm}>
              <Icon name="circle-check" size={20} />
              All is well. Nothing waits for you.
            </p>
          )
        }
      </Reading>
      {data?.restored !== undefined && (data.restored.held || data.restored.unseen.length > 0) && (
        <Suspense fallback={null}>
          <RestoredNotice restored={data.restored} />
        </Suspense>
      )}
      {missed.length > 1 && (
        <Suspense fallback={null}>
          <PublishMissed
            entries={missed}
            onDone={(done) => {
              for (const entry of missed) if (done.includes(entry.delivery_id ?? '')) decide(entry, 'publish-now');
            }}
          />
        </Suspense>
      )}
      <ul className={styles.entries}>
        {shown.map(({ entry, decision }) => (
          <li key={keyOf(entry)} className={styles.entry}>
            <NetworkIcon network={entry.network} size={32} labelled={false} />
            <Words entry={entry} />
            {decision === null ? (
              <Open
                entry={entry}
                onDecided={(chosen) => decide(entry, chosen)}
                onByHand={() => setHandId(entry.delivery_id)}
              />
            ) : (
              <Suspense fallback={null}>
                <Followed deliveryId={entry.delivery_id ?? ''} decision={decision} />
              </Suspense>
            )}
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <button type="button" className={styles.textButton} onClick={() => setAll(true)}>
          Show {more === 0 ? 'all' : 'the latest'} {rows.length}
        </button>
      )}
      {more > 0 && rows.length === shown.length && (
        <p className={styles.entryText}>
          {more < mostCounted ? counted(more, 'older post') : 'More than a thousand older posts'}{' '}
          {more === 1 ? 'waits' : 'wait'}, too, and {more === 1 ? 'comes' : 'come'} up as you decide.{' '}
          <Link to={paths.ledger()}>See the state of every post</Link>
        </p>
      )}
      <ByHandDialog
        deliveryId={handId}
        onClose={() => setHandId(null)}
        onDecided={(id, decision) => {
          const entry = entries.find(({ delivery_id: deliveryId }) => deliveryId === id);
          if (entry) decide(entry, decision);
        }}
      />
    </Panel>
  );
}

/** The delivery whose dialog is open; the mail to the owner names one in the address (`?by-hand=`). */
function useHandId(): [string | null, (id: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const given = search.get('by-hand');
  return [
    given !== null && /^[1-9]\d{0,17}$/.test(given) ? given : null,
    (id) => setSearch(id === null ? {} : { 'by-hand': id }, { replace: true, preventScrollReset: true }),
  ];
}

function hrefOf({ kind, schedule_id: scheduleId, client_id: clientId }: Entry): string {
  if (kind === 'to-approve') return paths.approvals({ list: 'waiting', client: clientId });
  return scheduleId === null ? paths.editClient(clientId, { tab: 'accounts' }) : paths.scheduleDetail(scheduleId);
}

type Decidable = 'by-hand' | 'uncertain' | 'failed' | 'missed';
const isDecidable = (kind: Entry['kind']): kind is Decidable =>
  kind === 'by-hand' || kind === 'uncertain' || kind === 'failed' || kind === 'missed';

function Words({ entry }: { entry: Entry }) {
  const account =
    entry.username === '' || entry.username === entry.title
      ? networkNames[entry.network]
      : `${networkNames[entry.network]} ${entry.username}`;
  return (
    <div className={styles.entryWords}>
      <Link to={hrefOf(entry)} className={styles.entryTitle}>
        {entry.title || networkNames[entry.network]}
      </Link>
      <span className={styles.entryText}>
        <ClientLink id={entry.client_id} name={entry.client} /> · {account}
        {entry.kind !== 'account' && (
          <>
            {' '}
            · {entry.kind === 'waits' && 'until '}
            <When at={entry.at} form="short" within={entry.kind === 'waits'} />
          </>
        )}
      </span>
    </div>
  );
}

function Open({
  entry,
  onDecided,
  onByHand,
}: {
  entry: Entry;
  onDecided: (decision: Decision) => void;
  onByHand: () => void;
}) {
  const { kind, delivery_id: deliveryId, network, actions } = entry;
  const isAccount = kind === 'account' || kind === 'ending';
  return (
    <>
      <span className={styles.entryStatus}>
        <StatusBadge status={statuses[kind]} />
      </span>
      <div className={styles.entryAction}>
        {entry.message !== '' && <p className={styles.entryMessage}>{entry.message}</p>}
        {isAccount && (
          <Button
            component={Link}
            to={hrefOf(entry)}
            size="compact-md"
            variant="default"
            mt={8}
            aria-label={`Reconnect ${entry.title}`}
          >
            Reconnect
          </Button>
        )}
        {kind === 'to-approve' && (
          <Button
            component={Link}
            to={hrefOf(entry)}
            size="compact-md"
            variant="default"
            mt={8}
            aria-label={`See the posts that wait for ${entry.client}`}
          >
            See the posts
          </Button>
        )}
        {(kind === 'sent-back' || kind === 'not-approved') && (
          <Button
            component={Link}
            to={paths.approvals({
              list: kind === 'sent-back' ? 'sent-back' : 'waiting',
              schedule: entry.schedule_id ?? undefined,
            })}
            size="compact-md"
            variant="default"
            mt={8}
            aria-label={`See the approval of ${entry.title}`}
          >
            See the approval
          </Button>
        )}
        {deliveryId !== null && isDecidable(kind) && (
          <Decide
            delivery={{ delivery_id: deliveryId, network, state: kind === 'by-hand' ? 'waiting' : kind, actions }}
            title={entry.title || networkNames[network]}
            onDecided={onDecided}
            onByHand={onByHand}
          />
        )}
      </div>
    </>
  );
}
