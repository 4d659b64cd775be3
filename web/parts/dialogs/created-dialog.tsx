import { Button } from '@mantine/core';
import { Ask } from './ask.tsx';
import { SubmitButton } from '../buttons/submit-button.tsx';

type Props = {
  opened: boolean;
  /** The sentence that something was created. */
  title: string;
  /** The label of the next step. */
  text: string;
  onContinue: () => void;
  onLater: () => void;
  /** Called for Escape and a press beside the dialog. */
  onClose: () => void;
};

/** The dialog after something was created: its next step, now or later. */
export function CreatedDialog({ opened, title, text, onContinue, onLater, onClose }: Props) {
  return (
    <Ask opened={opened} onClose={onClose} icon="check" tone="good" title={title} text={text}>
      <Button variant="default" h={40} onClick={onLater}>
        Later
      </Button>
      <SubmitButton busy={false} onClick={onContinue}>
        Continue
      </SubmitButton>
    </Ask>
  );
}
