import { Button, Textarea } from '@mantine/core';
import styles from './ai.module.css';

/** A text of the AI that a person reviews. */
export type Proposal = { key: string; title: string; text: string; is_cut: boolean };

type Props = {
  proposals: readonly Proposal[];
  onChange: (proposals: readonly Proposal[]) => void;
  onUse: (text: string) => void;
  onAdd: (text: string) => void;
};

/** The texts of the AI, each to be edited and accepted, or rejected. */
export function Proposals({ proposals, onChange, onUse, onAdd }: Props) {
  const edit = (key: string, text: string) =>
    onChange(proposals.map((each) => (each.key === key ? { ...each, text, is_cut: false } : each)));
  return (
    <div role="status" className={styles.proposals}>
      {proposals.map(({ key, text, is_cut: isCut }, at) => (
        <div key={key} className={styles.proposal}>
          <Textarea
            label={proposals.length > 1 ? `Proposal ${at + 1}` : 'Proposal'}
            description={isCut ? 'It was longer than the network accepts, and its end was cut off.' : undefined}
            autosize
            minRows={2}
            maxRows={10}
            value={text}
            onChange={(event) => edit(key, event.currentTarget.value)}
          />
          <div className={styles.actions}>
            <Button size="xs" variant="light" disabled={text.trim() === ''} onClick={() => onUse(text.trim())}>
              Use this
            </Button>
            <Button size="xs" variant="default" disabled={text.trim() === ''} onClick={() => onAdd(text.trim())}>
              Add at the end
            </Button>
          </div>
        </div>
      ))}
    </div>
  );
}
