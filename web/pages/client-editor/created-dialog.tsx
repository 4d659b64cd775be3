import { Button, Modal } from '@mantine/core';
import look from '../../parts/Dialogs.module.css';
import { Icon } from '../../parts/Icon.tsx';
import { SubmitButton } from '../../parts/SubmitButton.tsx';

type Props = { opened: boolean; onContinue: () => void; onLater: () => void };

/** After a client was created: connect accounts now, or later. Source: specification 1, §2.8. */
export function CreatedDialog({ opened, onContinue, onLater }: Props) {
  return (
    <Modal opened={opened} onClose={onLater} withCloseButton={false} size="sm" radius="lg" aria-labelledby="created-title" aria-describedby="created-text">
      <div className={look.dialog}>
        <span className={look.icon} data-kind="good"><Icon name="check" size={28} /></span>
        <h2 id="created-title">Client Created Successfully</h2>
        <p id="created-text">Do you want to connect social accounts now ?</p>
        <div className={look.buttons}>
          <Button variant="default" size="md" fz="sm" h={40} onClick={onLater}>Later</Button>
          <SubmitButton busy={false} onClick={onContinue}>Continue</SubmitButton>
        </div>
      </div>
    </Modal>
  );
}
