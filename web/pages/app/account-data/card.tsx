import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../parts/icons/icon.tsx';
import styles from './account-data.module.css';

type Props = { id: string; icon: IconName; tone?: 'bad'; title: string; text: ReactNode; children: ReactNode };

/** One of the page's three actions: an icon, what it does, its state and its buttons. */
export function Card({ id, icon, tone, title, text, children }: Props) {
  return (
    <section className={styles.card} aria-labelledby={id} data-tone={tone}>
      <span className={styles.iconTile}>
        <Icon name={icon} size={24} />
      </span>
      <div className={styles.body}>
        <h2 id={id}>{title}</h2>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </section>
  );
}
