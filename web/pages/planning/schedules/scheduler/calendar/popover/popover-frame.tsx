import { ActionIcon, Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState, type ReactNode } from 'react';
import { useFocusReturn } from '../../../../../../lib/keep-focus.ts';
import { useEscape } from '../../../../../../lib/use-escape.ts';
import { ClientLink } from '../../../../../../parts/display/client-link.tsx';
import { openDialog } from '../../../../../../parts/dialogs/dialogs.ts';
import { Face } from '../../../../../../parts/display/face.tsx';
import { Icon } from '../../../../../../parts/icons/icon.tsx';
import styles from './popover.module.css';

type Props = {
  /** The box beside which it is shown. */ button: HTMLElement;
  /** Its subject, for screen readers. */ name: string;
  /** Its client; the id is null while it is not loaded. */ client: { id: string | null; name: string };
  /** Its time. */ when: ReactNode;
  onClose: () => void;
  /** Its buttons, which stay in view. */ foot: ReactNode;
  children: ReactNode;
};

/**
 * The popover of an entry, beside a card of the calendar, which it follows and points at; on a phone at the top of the
 * screen.
 */
export function PopoverFrame({ button, name, client, when, onClose, foot, children }: Props) {
  const [box, setBox] = useState(() => button.getBoundingClientRect());
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  useEffect(() => {
    const follow = () => {
      if (!narrow && button.isConnected) setBox(button.getBoundingClientRect());
    };
    follow();
    addEventListener('scroll', follow, { capture: true, passive: true });
    addEventListener('resize', follow);
    return () => {
      removeEventListener('scroll', follow, { capture: true });
      removeEventListener('resize', follow);
    };
  }, [button, narrow]);
  useEffect(() => {
    button.setAttribute('data-opened', '');
    return () => button.removeAttribute('data-opened');
  }, [button]);
  useEscape(true, onClose);
  useFocusReturn(true);
  return (
    <Popover
      opened
      // A question from one of its buttons is above it.
      onChange={(isOpen) => !isOpen && openDialog() === null && onClose()}
      closeOnEscape={false}
      zIndex={150}
      trapFocus
      withinPortal
      radius={12}
      width={narrow ? 'calc(100vw - 16px)' : 348}
      position={narrow ? 'bottom' : 'right-start'}
      offset={narrow ? 8 : 9}
      withArrow={!narrow}
      arrowSize={12}
      arrowOffset={32}
      arrowPosition="side"
      hideDetached={false}
      middlewares={{ flip: !narrow, shift: { padding: 8, crossAxis: true } }}
    >
      <Popover.Target>
        <span
          className={styles.target}
          style={narrow ? undefined : { left: box.left, top: box.top, width: box.width, height: box.height }}
          data-narrow={narrow || undefined}
          aria-hidden="true"
        />
      </Popover.Target>
      <Popover.Dropdown className={styles.box ?? ''} aria-label={name} data-event-popover>
        <header className={styles.head}>
          <Face name={client.name} image={null} size={32} />
          <div className={styles.names}>
            <h2>
              <ClientLink {...client} />
            </h2>
            <p>{when}</p>
          </div>
          <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={onClose}>
            <Icon name="x" size={16} />
          </ActionIcon>
        </header>
        <div className={styles.content} data-scrolls tabIndex={0}>
          {children}
        </div>
        <footer className={styles.foot}>{foot}</footer>
      </Popover.Dropdown>
    </Popover>
  );
}
