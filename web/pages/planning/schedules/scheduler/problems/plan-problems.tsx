import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { networkNames, type NetworkId } from '#rules/eligibility.ts';
import { stopsPosts } from '#rules/plan-problems.ts';
import { Icon } from '../../../../../parts/icons/icon.tsx';
import { askResume, type PauseTarget } from '../../../../../parts/pausing/targets.ts';
import { loadPart } from '../../../../../lib/load-code.ts';
import { useCall } from '../../../../../api/queries.ts';
import { sayLocal } from '../../../../../lib/dates.ts';
import { paths } from '../../../../../paths.ts';
import { isTyped } from '../../../../../parts/connecting/connect-fields.ts';
import { useConsent } from '../../../../../parts/connecting/use-consent.ts';
import { clockOnWire, firstInstant, type Choice } from '../wizard-state.ts';
import { fixesOf, type Fix } from './fixes.ts';
import styles from './problems.module.css';

const Reconnect = lazy(async () => ({ default: (await loadPart(() => import('./reconnect.tsx'))).Reconnect }));

type Problem = Data<'check-plan'>['problems'][number];

type Props = {
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
  /** The posts that the preview is limited to; null for all. */ shown: ReadonlySet<string> | null;
  onShow: (ids: ReadonlySet<string> | null) => void;
};

/** The problems of the plan, each with the fixes that work here. */
export function PlanProblems({ choice, onChange, shown, onShow }: Props) {
  const { client, stream, accounts, date, time, zone, frequency, repurpose } = choice;
  const { data, error, refetch } = useCall(
    'check-plan',
    {
      user_client_id: client?.id ?? '',
      content_stream_id: stream?.id ?? '',
      social_accounts: [...accounts],
      schedule_date: date,
      ...clockOnWire(time),
      timezone: zone,
      re_purpose: repurpose ? 1 : 0,
      schedule_type: frequency,
    },
    {
      enabled: client !== null && stream !== null && accounts.length > 0 && firstInstant(choice) !== null,
      keep: true,
      passing: true,
    },
  );
  const isShown = ({ posts }: Problem): boolean =>
    shown !== null && posts.length > 0 && posts.every(({ id }) => shown.has(id));
  const isOver = shown !== null && data !== undefined && !data.problems.some(isShown);
  useEffect(() => {
    // No problem remains whose button shows all posts again.
    if (isOver) onShow(null);
  }, [isOver, onShow]);
  const [typed, setTyped] = useState<NetworkId | null>(null);
  const consent = useConsent();
  const isReconnecting = typed !== null || consent.visit !== null || consent.choice !== null || consent.problem !== '';
  if (error)
    return (
      <p className={styles.problem}>
        <span>The plan could not be checked.</span>
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  if (!data) return null;
  if (data.problems.length === 0)
    return (
      <>
        <p className={styles.fine} role="status">
          <Icon name="check" size={16} />
          Checked: nothing keeps these posts back.
        </p>
        <Costs costs={data.costs} />
      </>
    );

  const apply = (fix: Fix, problem: Problem) => {
    switch (fix) {
      case 'show':
        return onShow(isShown(problem) ? null : new Set(problem.posts.map(({ id }) => id)));
      case 'start': {
        const [day = date, clock = time] = problem.start?.split(' ') ?? [];
        return onChange({ date: day, time: clock });
      }
      case 'once':
        return onChange({ repurpose: false });
      case 'leave-out':
        return onChange({ accounts: accounts.filter((id) => !problem.account_ids.includes(id)) });
      case 'resume':
        if (client) askResume(pausedIn(problem, client));
        return;
      case 'reconnect':
        if (!problem.network || !client) return;
        if (isTyped(problem.network)) setTyped(problem.network);
        else consent.begin({ network: problem.network, userId: client.id });
        return;
      default:
        return fix satisfies never;
    }
  };
  const wordsOf = (fix: Fix, problem: Problem): string => {
    const name = problem.network ? networkNames[problem.network] : '';
    switch (fix) {
      case 'show':
        return isShown(problem) ? 'Show all posts' : problem.post_count === 1 ? 'Show this post' : 'Show these posts';
      case 'start':
        return `Start at ${startOf(problem.start ?? '', date)}`;
      case 'once':
        return 'Do not repurpose';
      case 'leave-out':
        return `Post without ${name}`;
      case 'resume':
        return problem.pause === 'everything' ? 'Resume publishing' : `Resume ${name || (client?.name ?? '')}`;
      case 'reconnect':
        return `Reconnect ${name}`;
      default:
        return fix satisfies never;
    }
  };

  return (
    <>
      <Costs costs={data.costs} />
      <ul className={styles.problems} aria-label="Problems of this plan">
        {data.problems.map((problem) => (
          <li
            key={`${problem.rule} ${problem.network ?? ''} ${problem.account_ids.join(' ')}`}
            className={styles.problem}
            data-stops={stopsPosts(problem.rule) || undefined}
          >
            <p>
              <Icon name="alert-triangle" size={16} />
              <span>
                {problem.message} <Example problem={problem} />
              </span>
            </p>
            <div className={styles.fixes}>
              {fixesOf(problem, accounts).map((fix) => (
                <Button key={fix} size="compact-sm" variant="default" onClick={() => apply(fix, problem)}>
                  {wordsOf(fix, problem)}
                </Button>
              ))}
              {problem.rule === 'media' && stream && (
                <Link to={paths.editStream(stream.id)} target="_blank" rel="noreferrer">
                  Open the stream<span className="visually-hidden"> (in another tab)</span>
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
      {isReconnecting && client && (
        <Suspense>
          <Reconnect clientId={client.id} typed={typed} consent={consent} onClose={() => setTyped(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The target to resume. */
function pausedIn(
  { pause, network, account_ids: [account] }: Problem,
  client: { id: string; name: string },
): PauseTarget {
  if (pause === 'everything') return { scope: pause };
  if (pause !== 'account' || account === undefined || network === null) return { scope: 'client', ...client };
  return { scope: pause, id: account, name: `${client.name} on ${networkNames[network]}` };
}

/** A remark about the first post, with its name. */
function Example({ problem: { posts, post_count: count } }: { problem: Problem }) {
  const [first] = posts;
  if (!first || first.message === '') return null;
  return (
    <>
      {first.name === '' ? `Post ${first.position + 1}` : <b>{first.name}</b>}: {first.message}
      {count > 1 && ` And ${count - 1} more.`}
    </>
  );
}

/** A local start in words: only the time on the selected day, otherwise with its day, '24 Nov, 10:15'. */
const startOf = (start: string, chosen: string): string =>
  start.slice(0, 10) === chosen ? start.slice(11) : sayLocal(start, 'dayOfMonth');

/** What networks charge for the plan's posts. */
function Costs({ costs }: Pick<Data<'check-plan'>, 'costs'>) {
  return costs.map(({ network, message }) => (
    <p key={network} className={styles.cost}>
      {message}
    </p>
  ));
}
