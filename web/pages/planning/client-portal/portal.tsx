import { useState } from 'react';
import { Planned } from './planned.tsx';
import styles from './portal.module.css';
import { Published } from './published.tsx';
import { WaitingForYou } from './waiting-for-you.tsx';

/** What a client account sees of its plan: what awaits its approval, what is planned, what is published. */
export function Portal() {
  const [days, setDays] = useState<7 | 30>(7);
  return (
    <div className={styles.portal}>
      <WaitingForYou />
      <Planned days={days} onDays={setDays} />
      <Published />
    </div>
  );
}
