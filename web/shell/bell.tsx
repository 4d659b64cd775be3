import { VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { mostUnread } from '#rules/inbox.ts';
import { loadPart, loadWhenIdle } from '../lib/load-code.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { useInbox } from '../parts/inbox/use-inbox.ts';
import { Dropdown } from '../parts/page/dropdown.tsx';
import { Skeletons } from '../parts/states/skeletons.tsx';
import styles from './bell.module.css';
import { currentOf, inbox } from './navigation.ts';

const load = () => import('./bell-list.tsx');
const BellList = lazy(async () => ({ default: (await loadPart(load)).BellList }));

/** The bell of the bar: how much is unread; below it the newest entries. */
export function Bell() {
  const unread = useInbox().data?.unread ?? 0;
  const { pathname } = useLocation();
  const shown = unread > mostUnread ? `${mostUnread}+` : String(unread);
  useEffect(() => loadWhenIdle([load]), []);
  return (
    <Dropdown
      className={styles.bell}
      active={currentOf(inbox, pathname) !== undefined}
      position="bottom-end"
      width="min(380px, calc(100vw - 16px))"
      label={
        <>
          <Icon name="bell" size={18} />
          <VisuallyHidden>Inbox{unread === 0 ? '' : `, ${shown} unread`}</VisuallyHidden>
          {unread > 0 && (
            <span className={styles.count} aria-hidden="true">
              {shown}
            </span>
          )}
        </>
      }
    >
      {(close) => (
        <Suspense fallback={<Skeletons rows={4} kind="table" />}>
          <BellList onFollow={close} />
        </Suspense>
      )}
    </Dropdown>
  );
}
