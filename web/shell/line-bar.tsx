import { useEffect, useRef, useSyncExternalStore } from 'react';
import { lineNow, onLine, stopWaiting } from '../api/line.ts';
import { BasicIcon } from '../parts/icons/basic-icon.tsx';
import { Docked } from '../parts/notices/docked.tsx';
import { notify } from '../parts/notices/notify.ts';
import styles from './line-bar.module.css';

/**
 * Shows on every page that the server does not answer, what happens to typed and sent data, and when it answers again.
 */
export function LineBar() {
  const { isUp, waiting } = useSyncExternalStore(onLine, lineNow);
  const wasDown = useRef(false);
  useEffect(() => {
    if (isUp && wasDown.current) notify.success('The connection is back');
    wasDown.current = !isUp;
  }, [isUp]);
  return (
    <Docked>
      <div role="status">
        {!isUp && (
          <div className={styles.bar}>
            <BasicIcon name="alert-circle" size={20} />
            <p>
              <strong>No connection.</strong>{' '}
              {waiting > 0
                ? 'Your change is saved as soon as you are online again.'
                : 'What you type stays here. The page continues as soon as you are online again.'}
            </p>
            {waiting > 0 && (
              <button type="button" onClick={stopWaiting}>
                Do not wait
              </button>
            )}
          </div>
        )}
      </div>
    </Docked>
  );
}
