import { Button, Tabs } from '@mantine/core';
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
  const wizard = useWizard({ startsAt, choice, onChange, onEnd });
  const { step, panel } = wizard;
  const next = stepBeside(step, 1);
  const panelOf = (name: Step) => ({
    tabIndex: -1,
    className: styles.panel ?? '',
    ...(name === step ? { ref: panel } : {}),
  });

  return (
    <form
      ref={wizard.form}
      className={styles.wizard}
      noValidate
      aria-label="Schedule Content"
      onSubmit={(event) => {
        event.preventDefault();
        if (step === 'schedule') wizard.schedule();
        else wizard.leadTo(next);
      }}
    >
      <LeaveGuard when={() => wizard.hasUnsaved() && isTouched} onLeave={onEnd} />
      <Tabs value={step} onChange={wizard.open} keepMounted={false}>
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
          <ClientStep chosen={choice.client} onChoose={wizard.chooseClient} />
        </Tabs.Panel>
        <Tabs.Panel value="stream" {...panelOf('stream')}>
          <StreamStep
            chosen={choice.stream}
            onChoose={(stream) => onChange(withStream(choice, stream, wizard.accounts))}
          />
        </Tabs.Panel>
        <Tabs.Panel value="account" {...panelOf('account')}>
          <AccountStep
            choice={choice}
            onChoose={(accounts) => wizard.change({ accounts })}
            onTime={(time) => wizard.change({ time })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="schedule" {...panelOf('schedule')}>
          <ScheduleStep
            choice={choice}
            onChange={wizard.change}
            timeError={wizard.timeError}
            dateError={wizard.dateError}
            networks={wizard.networks}
            soon={wizard.soonMinutes}
            onSoon={wizard.startSoon}
            mustSave={wizard.mustSave}
            onUnsaved={wizard.markUnsaved}
          />
        </Tabs.Panel>
      </Tabs>
      <footer className={styles.foot}>
        <ChoiceSummary choice={choice} accounts={wizard.accounts} />
        <div className={styles.buttons}>
          <Button variant="default" disabled={step === 'client'} onClick={() => wizard.leadTo(stepBeside(step, -1))}>
            Back
          </Button>
          {step === 'schedule' ? (
            <SubmitButton busy={wizard.isBusy}>Schedule</SubmitButton>
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
