import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/icon.tsx';
import styles from './states.module.css';

type Props = { /** The icon of the missing thing. */ icon: IconName; text: ReactNode; action?: ReactNode };

/** What an empty list shows, and what to do about it. */
export function EmptyState({ icon, text, action }: Props) {
  return (
    <div className={styles.state}>
      <span className={styles.icon}>
        <Icon name={icon} size={32} />
      </span>
      <p>{text}</p>
      {action}
    </div>
  );
}
