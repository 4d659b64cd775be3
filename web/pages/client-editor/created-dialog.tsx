import { Button } from '@mantine/core';
import { Ask } from '../../parts/ask.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';

type Props = { opened: boolean; onContinue: () => void; onLater: () => void };

/** After a client was created: connect accounts now, or later. Source: specification 1, §2.8. */
export function CreatedDialog({ opened, onContinue, onLater }: Props) {
  return (
    <Ask opened={opened} onClose={onLater} icon="check" tone="good" title="Client Created Successfully" text="Do you want to connect social accounts now ?">
      <Button variant="default" h={40} onClick={onLater}>Later</Button>
      <SubmitButton busy={false} onClick={onContinue}>Continue</SubmitButton>
    </Ask>
  );
}
