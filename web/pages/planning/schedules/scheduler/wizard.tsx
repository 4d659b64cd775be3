import { Button, Tabs } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { publishHeight } from '../../../../lib/publish-height.ts';
import { LeaveGuard } from '../../../../parts/dialogs/leave-guard.tsx';
import { SubmitButton } from '../../../../parts/buttons/submit-button.tsx';
import { AccountStep } from './account-step.tsx';
import { ChoiceSummary } from './choice-summary.tsx';
import { ClientStep } from './client-step.tsx';
import { ScheduleStep } from './schedule-step.tsx';
import { StreamStep } from './stream-step.tsx';
import { useWizard } from './use-wizard.ts';
import { isReachable, stepBeside, steps, withStream, type Choice, type Step } from './wizard-state.ts';
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
  const {
    step,
    panel,
    open,
    accounts,
    change,
    chooseClient,
    dateError,
    form,
    hasUnsaved,
    isBusy,
    leadTo,
    markUnsaved,
    mustSave,
    networks,
    schedule,
    soonMinutes,
    startSoon,
    timeError,
  } = useWizard({ startsAt, choice, onChange, onEnd });
  const foot = useRef<HTMLElement>(null);
  // What has the focus is scrolled to above the foot.
  useEffect(() => publishHeight(foot.current, { name: '--bar-height' }), []);
  const next = stepBeside(step, 1);
  const panelOf = (name: Step) => ({
    tabIndex: -1,
    className: styles.panel ?? '',
    ...(name === step ? { ref: panel } : {}),
  });

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
      <LeaveGuard when={() => hasUnsaved() && isTouched} onLeave={onEnd} />
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
          <ClientStep chosen={choice.client} onChoose={chooseClient} />
        </Tabs.Panel>
        <Tabs.Panel value="stream" {...panelOf('stream')}>
          <StreamStep chosen={choice.stream} onChoose={(stream) => onChange(withStream(choice, stream, accounts))} />
        </Tabs.Panel>
        <Tabs.Panel value="account" {...panelOf('account')}>
          <AccountStep
            choice={choice}
            onChoose={(chosen) => change({ accounts: chosen })}
            onTime={(time) => change({ time })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="schedule" {...panelOf('schedule')}>
          <ScheduleStep
            choice={choice}
            onChange={change}
            timeError={timeError}
            dateError={dateError}
            networks={networks}
            soon={soonMinutes}
            onSoon={startSoon}
            mustSave={mustSave}
            onUnsaved={markUnsaved}
          />
        </Tabs.Panel>
      </Tabs>
      <footer ref={foot} className={styles.foot}>
        <ChoiceSummary choice={choice} accounts={accounts} />
        <div className={styles.buttons}>
          <Button variant="default" disabled={step === 'client'} onClick={() => leadTo(stepBeside(step, -1))}>
            Back
          </Button>
          {step === 'schedule' ? (
            <SubmitButton busy={isBusy}>Schedule</SubmitButton>
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
