import { Button } from '@mantine/core';
import { useState } from 'react';
import { resumeChoices, type ResumeChoice } from '#rules/pausing.ts';
import { useAction } from '../../api/action.ts';
import { useCall } from '../../api/queries.ts';
import { ownZone } from '../../lib/when.ts';
import { ErrorState } from '../states/error-state.tsx';
import { Failure } from '../states/failure.tsx';
import { Icon } from '../icons/icon.tsx';
import { Skeletons } from '../states/skeletons.tsx';
import { SubmitButton } from '../buttons/submit-button.tsx';
import styles from './pausing.module.css';
import { PiledUp } from './piled-up.tsx';
import { Since } from './since.tsx';
import { sentTarget, type PauseTarget } from './targets.ts';
import { choiceNames, choiceWords, lostWords, pileWords, stayingWords, type Preview } from './words.ts';

/** ms between two reads of what piled up, so that the numbers on the screen are current when they are confirmed */
const lookAgain = 60_000;

/** What resuming will do with the posts that piled up, the choices, and a confirmation of exactly that. */
export function ResumeForm({ target, onClose }: { target: PauseTarget; onClose: () => void }) {
  const { data, error, refetch } = useCall('preview-resume', sentTarget(target), { every: lookAgain, passing: true });
  const [chosen, setChosen] = useState<ResumeChoice | null>(null);
  const resume = useAction('resume-publishing', { onDone: onClose });
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons rows={4} kind="form" />;

  const choice = chosen ?? data.usual;
  const submit = async () => {
    const done = await resume.run({ ...sentTarget(target), at: data.at, fingerprint: data.fingerprint, choice });
    if (!done) await refetch(); // from now on the screen shows the current state
  };
  const staying = stayingWords(data);
  const lost = choice === 'skip' ? '' : lostWords(data);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p className={styles.lead}>
        {pileWords(data)}
        {data.paused_at !== null && (
          <span className={styles.since}>
            Paused <Since at={data.paused_at} />
          </span>
        )}
      </p>
      {data.total > 0 && <Choices preview={data} choice={choice} onChoose={setChosen} />}
      {data.total > 0 && <PiledUp preview={data} choice={choice} />}
      {lost !== '' && (
        <p className={styles.note}>
          <Icon name="plug-off" size={16} />
          {lost}
        </p>
      )}
      {staying !== '' && (
        <p className={styles.note}>
          <Icon name="info-circle" size={16} />
          {staying}
        </p>
      )}
      <Failure message={resume.failure} />
      <div className={styles.buttons}>
        <Button variant="default" h={40} onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton busy={resume.busy}>Resume</SubmitButton>
      </div>
    </form>
  );
}

type ChoicesProps = { preview: Preview; choice: ResumeChoice; onChoose: (choice: ResumeChoice) => void };

function Choices({ preview, choice, onChoose }: ChoicesProps) {
  const clock = { now: new Date(), zone: ownZone() };
  return (
    <fieldset className={styles.choices}>
      <legend>What should happen to {preview.total === 1 ? 'it' : 'them'}?</legend>
      {resumeChoices.map((one) => (
        <label key={one} className={styles.choice} data-checked={one === choice || undefined}>
          <input
            type="radio"
            name="resume-choice"
            value={one}
            checked={one === choice}
            onChange={() => onChoose(one)}
          />
          <span>
            <strong>{choiceNames[one]}</strong>
            {one === preview.usual && <em className={styles.usual}>Suggested</em>}
            <span className={styles.effect}>{choiceWords(one, preview, clock)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
