import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Ask } from './ask.tsx';

type Props = {
  /**
   * True while leaving would lose something. A form that saves and leaves in one step passes a function that reads a
   * ref.
   */
  when: boolean | (() => boolean);
  /** Called when the person leaves anyway: typed words are to be discarded. */
  onLeave?: () => void;
};

/** Asks before the person leaves an edited form by a link, the back button or closing the tab. */
export function LeaveGuard({ when, onLeave }: Props) {
  const unsaved = () => (typeof when === 'function' ? when() : when);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved() && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (typeof when === 'function' ? when() : when) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [when]);

  const leave = () => {
    onLeave?.();
    blocker.proceed?.();
  };
  return (
    <Ask
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      icon="alert-triangle"
      tone="warn"
      title="Leave without saving?"
      text="What you changed on this page has not been saved."
    >
      <Button h={40} variant="default" onClick={() => blocker.reset?.()} data-autofocus>
        Stay here
      </Button>
      <Button h={40} color="red" onClick={leave}>
        Leave
      </Button>
    </Ask>
  );
}
