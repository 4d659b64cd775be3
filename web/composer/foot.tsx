import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../parts/icons/icon.tsx';
import styles from './planning.module.css';
import type { Composed } from './post.ts';
import { timeInWords } from './when.ts';
import { WindowMenu } from './window-menu.tsx';

type Props = {
  /** The client who approves the post first; null if nobody does. */ approver: string | null;
  when: Composed['when'];
  busy: boolean;
  disabled: boolean;
  /** Whether a check is under way. */ isWaiting: boolean;
  onPlan: (kind: 'once' | 'next' | 'now') => void;
  /** Further buttons. */ children?: ReactNode;
};

/** What the button says: 'Schedule for Thu, 3 Dec, 09:00', 'Post now', 'Ask Anna, then Thu, 3 Dec, 09:00'. */
export function planWords(when: Composed['when'], approver: string | null, now: Date): string {
  const time = when === null ? '' : when === 'now' ? 'now' : timeInWords(when, now);
  if (approver !== null) return time === '' ? `Ask ${approver}` : `Ask ${approver}, then ${time}`;
  return when === 'now' ? 'Post now' : time === '' ? 'Schedule' : `Schedule for ${time}`;
}

/** The foot of the window: who approves, and the ways to plan the post. */
export function Foot({ approver, when, busy, disabled, isWaiting, onPlan, children }: Props) {
  return (
    <div className={styles.foot}>
      {approver !== null && (
        <span className={styles.approver}>
          <Icon name="hourglass" size={16} />
          {approver} approves first
        </span>
      )}
      <div className={styles.buttons} aria-busy={isWaiting || undefined}>
        <span className={styles.wide}>{children}</span>
        <Button
          className={styles.wide ?? ''}
          variant="default"
          title="Ctrl+Shift+Enter"
          disabled={disabled || busy || when === null}
          onClick={() => onPlan('next')}
        >
          Schedule and next
        </Button>
        <Button.Group className={styles.split ?? ''}>
          <Button
            title="Ctrl+Enter"
            loading={busy}
            disabled={disabled || when === null}
            onClick={() => onPlan('once')}
            className={styles.primary ?? ''}
          >
            {planWords(when, approver, new Date())}
          </Button>
          <WindowMenu position="top-end">
            <Menu.Target>
              <Button px={8} aria-label="More ways to schedule" disabled={disabled || busy}>
                <Icon name="chevron-down" size={16} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onPlan('now')}>{planWords('now', approver, new Date())}</Menu.Item>
              <Menu.Item disabled={when === null} onClick={() => onPlan('next')}>
                Schedule and next
              </Menu.Item>
            </Menu.Dropdown>
          </WindowMenu>
        </Button.Group>
      </div>
    </div>
  );
}
