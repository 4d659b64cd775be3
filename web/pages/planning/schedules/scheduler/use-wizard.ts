import { useMemo, useRef, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { useAction } from '../../../../api/action.ts';
import { useCall } from '../../../../api/queries.ts';
import { useUser } from '../../../../api/session.ts';
import { useNavigateUnlessLeft } from '../../../../lib/use-navigate-unless-left.ts';
import { showFirstProblem } from '../../../../parts/forms/first-problem.ts';
import { paths } from '../../../../paths.ts';
import { useSoon } from './use-soon.ts';
import { useStepFocus } from './use-step-focus.ts';
import {
  firstInstant,
  isReachable,
  scheduleInput,
  stepOfProblem,
  steps,
  withClient,
  withoutPart,
  type Choice,
  type Step,
} from './wizard-state.ts';

type Options = {
  startsAt: Step;
  choice: Choice;
  onChange: (choice: Choice) => void;
  /** Called when the schedule is saved. */
  onEnd: () => void;
};

/** The state of the wizard: which step is open, what is wrong with the choices, and the saving of the schedule. */
export function useWizard({ startsAt, choice, onChange, onEnd }: Options) {
  const user = useUser();
  const navigate = useNavigateUnlessLeft();
  const [turned, setStep] = useState<Step | null>(null);
  const step = turned ?? startsAt;
  /** Whether the person has tried to schedule since the last change: only then missing choices are errors. */
  const [checked, setChecked] = useState(false);
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const leaving = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const { panel, lead } = useStepFocus(step);
  const { data: connected } = useCall(
    'fetch-social-accounts',
    { user_id: choice.client?.id ?? '' },
    { enabled: choice.client !== null },
  );
  const networks = useMemo(
    () => [
      ...new Set(connected?.accounts.filter(({ id }) => choice.accounts.includes(id)).map(({ type }) => type) ?? []),
    ],
    [connected, choice.accounts],
  );
  const soon = useSoon(choice, (part) => onChange({ ...choice, ...part }));
  const save = useAction('save-scheduler', {
    onDone: () => {
      leaving.current = true;
      onEnd();
      void navigate(paths.scheduleContent());
    },
    onRefused: ({ errors, status }) => {
      const refused = stepOfProblem(Object.keys(errors));
      if (refused && status === 404) onChange(withoutPart(choice, refused));
      if (refused === step) leadToProblem();
      else if (refused) leadTo(refused);
    },
  });

  const leadToProblem = () => {
    if (form.current) showFirstProblem(form.current);
  };
  /** Called by the buttons under the step, or because a choice in it was refused. */
  const leadTo = (wanted: Step) => {
    if (wanted === step || !isReachable(wanted, choice)) return;
    lead();
    setStep(wanted);
  };
  /** Called by the tabs, which keep the focus themselves. */
  const open = (wanted: string | null) => {
    const found = steps.find((known) => known === wanted);
    if (found && isReachable(found, choice)) setStep(found);
  };
  const forgetProblems = () => {
    setChecked(false);
    save.forget();
  };
  const change = (part: Partial<Choice>) => {
    forgetProblems();
    if (part.date !== undefined || part.time !== undefined) soon.stop();
    onChange({ ...choice, ...part });
  };
  const schedule = () => {
    const chosen = soon.now();
    const starts = firstInstant(chosen);
    const isReady = starts !== null && starts.getTime() > Date.now() && unsaved.size === 0;
    setChecked(true);
    if (!isReady) return leadToProblem();
    const input = scheduleInput(chosen);
    if (input !== null) void save.run({ user_id: user.id, ...input });
  };

  const first = firstInstant(choice);
  const isPast = first !== null && first.getTime() <= Date.now();
  const timeProblem = first === null ? 'Please choose a time' : isPast ? messages.pastTime : undefined;
  const showsTimeProblem = soon.minutes === null && (checked || isPast);
  return {
    step,
    form,
    panel,
    open,
    leadTo,
    change,
    schedule,
    networks,
    accounts: connected?.accounts ?? [],
    chooseClient: (client: NonNullable<Choice['client']>) => {
      save.forget();
      onChange(withClient(choice, client));
    },
    soonMinutes: soon.minutes,
    startSoon: (minutes: number) => {
      forgetProblems();
      soon.start(minutes);
    },
    timeError: showsTimeProblem ? (save.errors.hours ?? timeProblem) : undefined,
    dateError: save.errors.schedule_date,
    /** Whether texts in the schedule step have to be saved before the schedule can be. */
    mustSave: checked && unsaved.size > 0,
    /** Records whether the text with an id has unsaved changes. */
    markUnsaved: (id: string, isUnsaved: boolean) =>
      setUnsaved((before) => {
        if (before.has(id) === isUnsaved) return before;
        return new Set(isUnsaved ? [...before, id] : [...before].filter((other) => other !== id));
      }),
    isBusy: save.busy,
    hasUnsaved: () => !leaving.current && choice.stream !== null,
  };
}
