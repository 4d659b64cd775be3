import { Radio } from '@mantine/core';
import { useState } from 'react';
import type { Question } from '../../lib/one-question.ts';
import styles from './conflict-dialog.module.css';
import { conflicts, type Choice, type Clash } from './conflicts.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { DialogForm } from './form-dialog.tsx';
import { useQuestion } from './use-question.ts';

/** Shows what was saved elsewhere beside what was typed here, field by field, and asks which of them to keep. */
export function ConflictDialog() {
  const { question, drawn, opened } = useQuestion(conflicts);
  return (
    <DialogFrame
      opened={opened}
      onClose={() => question?.answer(null)}
      title="Changed meanwhile"
      closesOutside={false}
      above
    >
      {drawn && <Form key={drawn.id} question={drawn} />}
    </DialogFrame>
  );
}

type Asked = NonNullable<ReturnType<typeof conflicts.open>>['asked'];

function Form({
  question: {
    asked: { clashes, elsewhere },
    answer,
  },
}: {
  question: Question<Asked, Choice | null>;
}) {
  const [choice, setChoice] = useState<Choice>(() =>
    Object.fromEntries(clashes.map(({ field }) => [field, 'yours' as const])),
  );
  return (
    <DialogForm busy={false} cancel="Go on editing" onSave={() => answer(choice)} onClose={() => answer(null)}>
      <p className={styles.text}>
        Somebody else, or you in another tab, has saved this since you opened it. Which version should be kept?
      </p>
      {clashes.map((clash) => (
        <Field
          key={clash.field}
          clash={clash}
          chosen={choice[clash.field] ?? 'yours'}
          onChoose={(chosen) => setChoice({ ...choice, [clash.field]: chosen })}
        />
      ))}
      {elsewhere.length > 0 && <p className={styles.text}>Also changed there, and kept: {elsewhere.join(', ')}.</p>}
    </DialogForm>
  );
}

function Field({
  clash: { label, theirs, yours },
  chosen,
  onChoose,
}: {
  clash: Clash;
  chosen: 'theirs' | 'yours';
  onChoose: (chosen: 'theirs' | 'yours') => void;
}) {
  return (
    <Radio.Group label={label} value={chosen} onChange={(value) => onChoose(value === 'theirs' ? 'theirs' : 'yours')}>
      <div className={styles.both}>
        <Radio.Card
          value="yours"
          className={styles.state ?? ''}
          aria-label={`Yours: ${yours || 'empty'}`}
          data-autofocus={chosen === 'yours' || undefined}
        >
          <Radio.Indicator />
          <State name="Yours" text={yours} />
        </Radio.Card>
        <Radio.Card value="theirs" className={styles.state ?? ''} aria-label={`Saved meanwhile: ${theirs || 'empty'}`}>
          <Radio.Indicator />
          <State name="Saved meanwhile" text={theirs} />
        </Radio.Card>
      </div>
    </Radio.Group>
  );
}

const State = ({ name, text }: { name: string; text: string }) => (
  <span className={styles.words}>
    <span className={styles.name}>{name}</span>
    <span className={styles.value} data-empty={text === '' || undefined}>
      {text || 'empty'}
    </span>
  </span>
);
