import { Icon } from '../icons/icon.tsx';
import { stateLooks, type Status } from './state-looks.ts';
import styles from './status-badge.module.css';

type Props = { status: Status; /** A word that replaces the status's own. */ children?: string };

/** A status as icon, word and colour together. */
export function StatusBadge({ status, children }: Props) {
  const { word, icon, tone } = stateLooks[status];
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon name={icon} size={14} />
      {children ?? word}
    </span>
  );
}
