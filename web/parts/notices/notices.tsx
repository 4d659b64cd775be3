import { CloseButton } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { publishHeight } from '../../lib/publish-height.ts';
import { BasicIcon } from '../icons/basic-icon.tsx';
import styles from './notices.module.css';
import { dismiss, notices, onNotices, type Notice } from './notify.ts';

/** The element at the bottom of the window that `Docked` fills, above the notices. */
export const dockId = 'dock';

/**
 * Where notices appear; once on every page. It has its own space below the page, so it covers neither the navigation
 * nor the end of the page. A notice stays while the pointer or the keyboard focus is on it.
 */
export function Notices() {
  const shown = useSyncExternalStore(onNotices, notices);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => publishHeight(area.current, { name: '--notices-height' }), []);
  return (
    <div className={styles.area} role="region" aria-label="Notices" ref={area}>
      <div id={dockId} className={styles.dock} />
      {shown.map((notice) => (
        <Message key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function Message({ notice }: { notice: Notice }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(notice.id), notice.seconds * 1000);
    return () => clearTimeout(timer);
  }, [held, notice]);
  const hold = {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  if (notice.tone === 'heard')
    return (
      <p className="visually-hidden" role="alert">
        {notice.message}
      </p>
    );
  return (
    <div className={styles.notice} data-tone={notice.tone} {...hold}>
      <BasicIcon name={notice.tone === 'success' ? 'circle-check' : 'alert-circle'} size={20} />
      <p role={notice.tone === 'success' ? 'status' : 'alert'}>{notice.message}</p>
      {notice.undo && (
        <button
          type="button"
          className={styles.undo}
          aria-keyshortcuts={notice.undoKeys ?? undefined}
          onClick={() => {
            notice.undo?.();
            dismiss(notice.id);
          }}
        >
          Undo
        </button>
      )}
      <CloseButton size="sm" aria-label="Close this notice" onClick={() => dismiss(notice.id)} />
    </div>
  );
}
