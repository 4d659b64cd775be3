import { Button, Tabs } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { showFirstProblem } from '../../../../parts/forms/first-problem.ts';
import { LeaveGuard } from '../../../../parts/dialogs/leave-guard.tsx';
import { SubmitButton } from '../../../../parts/buttons/submit-button.tsx';
import { useAction } from '../../../../api/action.ts';
import { useCall } from '../../../../api/queries.ts';
import { useUser } from '../../../../api/session.ts';
import { useNavigateUnlessLeft } from '../../../../lib/use-navigate-unless-left.ts';
import { paths } from '../../../../paths.ts';
import { AccountStep } from './account-step.tsx';
import { ChoiceSummary } from './choice-summary.tsx';
import { ClientStep } from './client-step.tsx';
import { ScheduleStep } from './schedule-step.tsx';
import { StreamStep } from './stream-step.tsx';
import { useSoon } from './use-soon.ts';
import { useStepFocus } from './use-step-focus.ts';
import {
  clockOnWire,
  firstInstant,
  isReachable,
  stepBeside,
  stepOfProblem,
  steps,
  withClient,
  withoutPart,
  withStream,
  type Choice,
  type Step,
} from './wizard-state.ts';
import styles from './wizard.module.css';

const names: Readonly<Record<Step, string>> = {
  client: 'Client',
  stream: 'Stream',
  account: 'Account',
  schedule: 'Schedule',
};

type Props = {
  /** The initial step; it may become known once the client is loaded. */ startsAt?: Step;
  choice: Choice;
  /** Whether a person has made any of the choices. */ isTouched: boolean;
  onChange: (choice: Choice) => void;
  /** Called when the schedule is saved or discarded: the stored choices are obsolete. */ onEnd: () => void;
};

/** The four steps from a client to a schedule. */
export function Wizard({ startsAt = 'client', choice, isTouched, onChange, onEnd }: Props) {
  const user = useUser();
  const navigate = useNavigateUnlessLeft();
  const [turned, setStep] = useState<Step | null>(null);
  const step = turned ?? startsAt;
  const [checked, setChecked] = useState(false);
  const leaving = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const { panel, lead } = useStepFocus(step);
  const { data: connected } = useCall(
    'fetch-social-accounts',
    { user_id: choice.client?.id ?? '' },
    { enabled: choice.client !== null },
  );
  const save = useAction('save-scheduler', {
    onDone: () => {
      leaving.current = true;
      onEnd();
      void navigate(paths.scheduleContent());
    },
    onRefused: ({ errors, status }) => {
      const troubled = stepOfProblem(Object.keys(errors));
      if (troubled && status === 404) onChange(withoutPart(choice, troubled));
      if (troubled === step) leadToProblem();
      else if (troubled) leadTo(troubled);
    },
  });

  const soon = useSoon(choice, (part) => onChange({ ...choice, ...part }));
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const networks = useMemo(
    () => [
      ...new Set(connected?.accounts.filter(({ id }) => choice.accounts.includes(id)).map(({ type }) => type) ?? []),
    ],
    [connected, choice.accounts],
  );

  const set = (part: Partial<Choice>) => {
    setChecked(false);
    save.forget();
    if (part.date !== undefined || part.time !== undefined) soon.stop();
    onChange({ ...choice, ...part });
  };
  const next = stepBeside(step, 1);
  const open = (wanted: string | null) => {
    const found = steps.find((known) => known === wanted);
    if (found && isReachable(found, choice)) setStep(found);
  };
  const leadToProblem = () => {
    if (form.current) showFirstProblem(form.current);
  };
  /** Called by the buttons under the step, or because a choice in it was refused. */
  const leadTo = (wanted: Step) => {
    if (wanted === step || !isReachable(wanted, choice)) return;
    lead();
    setStep(wanted);
  };
  const first = firstInstant(choice);
  const isPast = first !== null && first.getTime() <= Date.now();
  const schedule = () => {
    const chosen = soon.now();
    const { client, stream, accounts, date, time, zone, frequency, repurpose } = chosen;
    const starts = firstInstant(chosen);
    const isReady = starts !== null && starts.getTime() > Date.now() && unsaved.size === 0;
    setChecked(true);
    if (!isReady) leadToProblem();
    if (!client || !stream || accounts.length === 0 || !isReady) return;
    void save.run({
      user_id: user.id,
      user_client_id: client.id,
      content_stream_id: stream.id,
      social_accounts: [...accounts],
      schedule_date: date,
      schedule_time: time,
      ...clockOnWire(time),
      timezone: zone,
      re_purpose: repurpose ? 1 : 0,
      schedule_type: frequency,
    });
  };
  const panelOf = (name: Step) => ({
    tabIndex: -1,
    className: styles.panel ?? '',
    ...(name === step ? { ref: panel } : {}),
  });
  const timeError = first === null ? 'Please choose a time' : isPast ? messages.pastTime : undefined;

  return (
    <form
      ref={form}
      className={styles.wizard}
      noValidate
      aria-label="Schedule Content"
      onSubmit={(event) => {
        event.preventDefault();
        if (step === 'schedule') schedule();
        else leadTo(next);
      }}
    >
      <LeaveGuard when={() => !leaving.current && isTouched && choice.stream !== null} onLeave={onEnd} />
      <Tabs value={step} onChange={open} keepMounted={false}>
        <Tabs.List grow>
          {steps.map((name, index) => (
            <Tabs.Tab key={name} value={name} disabled={!isReachable(name, choice)}>
              <span className={styles.tabNumber} aria-hidden="true">
                {index + 1}
              </span>
              {names[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="client" {...panelOf('client')}>
          <ClientStep
            chosen={choice.client}
            onChoose={(client) => {
              save.forget();
              onChange(withClient(choice, client));
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="stream" {...panelOf('stream')}>
          <StreamStep
            chosen={choice.stream}
            onChoose={(stream) => onChange(withStream(choice, stream, connected?.accounts ?? []))}
          />
        </Tabs.Panel>
        <Tabs.Panel value="account" {...panelOf('account')}>
          <AccountStep choice={choice} onChoose={(accounts) => set({ accounts })} onTime={(time) => set({ time })} />
        </Tabs.Panel>
        <Tabs.Panel value="schedule" {...panelOf('schedule')}>
          <ScheduleStep
            choice={choice}
            onChange={set}
            timeError={soon.minutes === null && (checked || isPast) ? (save.errors.hours ?? timeError) : undefined}
            dateError={save.errors.schedule_date}
            networks={networks}
            soon={soon.minutes}
            onSoon={(minutes) => {
              setChecked(false);
              save.forget();
              soon.start(minutes);
            }}
            mustSave={checked && unsaved.size > 0}
            onUnsaved={(id, isUnsaved) =>
              setUnsaved((before) => {
                if (before.has(id) === isUnsaved) return before;
                const after = new Set(before);
                if (isUnsaved) after.add(id);
                else after.delete(id);
                return after;
              })
            }
          />
        </Tabs.Panel>
      </Tabs>
      <footer className={styles.foot}>
        <ChoiceSummary choice={choice} accounts={connected?.accounts ?? []} />
        <div className={styles.buttons}>
          <Button variant="default" disabled={step === 'client'} onClick={() => leadTo(stepBeside(step, -1))}>
            Back
          </Button>
          {step === 'schedule' ? (
            <SubmitButton busy={save.busy}>Schedule</SubmitButton>
          ) : (
            <Button type="submit" disabled={!isReachable(next, choice)}>
              Next
            </Button>
          )}
        </div>
      </footer>
    </form>
  );
}
