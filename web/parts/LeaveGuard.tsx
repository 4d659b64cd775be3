import { Button, Modal } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import styles from './Dialogs.module.css';
import { Icon } from './Icon.tsx';

type Props = {
  /** True while there is something to lose. A ref's function where a form saves and leaves in one go. */
  when: boolean | (() => boolean);
};

/** Asks before an edited form is left, by a link, the back button or closing the tab. */
export function LeaveGuard({ when }: Props) {
  const unsaved = () => (typeof when === 'function' ? when() : when);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => unsaved() && currentLocation.pathname !== nextLocation.pathname);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (typeof when === 'function' ? when() : when) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [when]);

  return (
    <Modal
      opened={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} withCloseButton={false} size="sm" radius="lg"
      aria-labelledby="leave-title" aria-describedby="leave-text"
    >
      <div className={styles.dialog}>
        <span className={styles.icon} data-kind="oops"><Icon name="alert-triangle" size={28} /></span>
        <h2 id="leave-title">Leave without saving?</h2>
        <p id="leave-text">What you changed on this page has not been saved.</p>
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>Stay here</Button>
          <Button color="red" onClick={() => blocker.proceed?.()}>Leave</Button>
        </div>
      </div>
    </Modal>
  );
}
