import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Approvals } from '#contract/planning/approvals.ts';
import { ClientLink } from '../../../parts/display/client-link.tsx';
import { Ask } from '../../../parts/dialogs/ask.tsx';
import { ForClientDialog } from '../../../parts/approval/for-client-dialog.tsx';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import { When } from '../../../parts/display/when.tsx';
import { useAction } from '../../../api/action.ts';
import { useMay, useUser } from '../../../api/session.ts';
import { counted, sayCount } from '../../../lib/words.ts';
import styles from './approvals.module.css';

type Waiting = Approvals['schedules'][number];

/**
 * The posts that await approval by schedule, each schedule to be approved as a whole; nothing if no schedule has
 * several of them.
 */
export function WholeSchedules({ schedules }: { schedules: readonly Waiting[] }) {
  const several = schedules.filter(({ waiting }) => waiting > 1);
  const mayApprove = useMay('approve');
  if (several.length === 0 || !mayApprove) return null;
  return (
    <section className={styles.schedules} aria-labelledby="whole-schedules">
      <h2 id="whole-schedules">Approve a whole schedule</h2>
      <ul>
        {several.map((schedule) => (
          <li key={schedule.id}>
            <WholeSchedule schedule={schedule} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function WholeSchedule({ schedule }: { schedule: Waiting }) {
  const own = useUser().is_client_account;
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const approve = useAction('approve-schedule', { onDone: close });
  const { id, title, waiting, client, fingerprint, timezone } = schedule;
  const run = (approvedHow?: string) =>
    void approve.run({ schedule_id: id, fingerprint, ...(approvedHow === undefined ? {} : { told_how: approvedHow }) });
  return (
    <>
      <div className={styles.schedule}>
        <p>
          <b>{title}</b>
          {!own && (
            <>
              {' '}
              for <ClientLink id={schedule.client_id} name={client} />
            </>
          )}
          <span>
            {counted(waiting, 'post')}, <When at={schedule.first_at} zone={timezone} form="short" /> to{' '}
            <When at={schedule.last_at} zone={timezone} />
          </span>
        </p>
        <Button
          variant="default"
          onClick={() => setAsking(true)}
          aria-label={`Approve all ${sayCount(waiting)} posts of ${title}`}
        >
          Approve all {sayCount(waiting)}
        </Button>
      </div>
      {own && (
        <Ask
          opened={asking}
          onClose={close}
          icon="check"
          tone="good"
          title={`Approve all ${sayCount(waiting)} posts?`}
          text={
            `They go out at their times from then on, also those of “${title}” that you have not opened here. You ` +
            'can take each back until it is sent.'
          }
        >
          <Button variant="default" h={40} onClick={close}>
            Cancel
          </Button>
          <SubmitButton busy={approve.busy} onClick={() => run()}>
            Approve all {sayCount(waiting)}
          </SubmitButton>
        </Ask>
      )}
      {!own && asking && (
        <ForClientDialog
          client={client}
          what={`all ${sayCount(waiting)} posts of “${title}”`}
          busy={approve.busy}
          failure={approve.failure}
          onApprove={run}
          onClose={close}
        />
      )}
    </>
  );
}
