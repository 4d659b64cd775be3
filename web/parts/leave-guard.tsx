import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Ask } from './ask.tsx';

type Props = {
  /** True while there is something to lose. A ref's function where a form saves and leaves in one go. */
  when: boolean | (() => boolean);
  /** Called when the person leaves all the same: what was typed is to be forgotten. */
  onLeave?: () => void;
};

/** Asks before an edited form is left, by a link, the back button or closing the tab. */
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
