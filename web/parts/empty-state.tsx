import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './states.module.css';

type Props = { /** The icon of the thing that is missing. */ icon: IconName; text: ReactNode; action?: ReactNode };

/** What a list shows when there is nothing in it, and what to do about that. */
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
