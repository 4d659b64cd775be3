import { Button } from '@mantine/core';
import { Ask } from '../../parts/ask.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';

type Props = { opened: boolean; onContinue: () => void; onLater: () => void };

/** What comes after a stream is created: fill it now, or later. Source: specification 2, §2. */
export function CreatedDialog({ opened, onContinue, onLater }: Props) {
  return (
    <Ask opened={opened} onClose={onContinue} icon="check" tone="good" title="Stream Created Successfully" text="Do you want to upload file to it ?">
      <Button variant="default" h={40} onClick={onLater}>Later</Button>
      <SubmitButton busy={false} onClick={onContinue}>Continue</SubmitButton>
    </Ask>
  );
}
