import { Anchor } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { SampleBadge } from '../../../parts/display/sample-badge.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { KeepMenu } from './keep-menu.tsx';
import type { Kept } from '../../../parts/text-item/kept.ts';
import styles from './trends.module.css';

type Props = {
  title: string;
  url: string;
  /** An address on our own host; null if the result has none. */
  picture: string | null;
  /** Its author. */
  from: ReactNode;
  figures: readonly { label: string; value: string }[];
  kept: Kept;
  /** Whether it is a sample of the sandbox, which has no page at its network. */
  isSample: boolean;
  children?: ReactNode;
};

/** One result: what it is, its figures, and what can be made from it. */
export function ResultCard({ title, url, picture, from, figures, kept, isSample, children }: Props) {
  const [isBroken, setBroken] = useState(false);
  return (
    <article className={styles.card}>
      {picture !== null && !isBroken && (
        <img className={styles.picture} src={picture} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
      <div className={styles.about}>
        <h2>
          {isSample ? (
            title
          ) : (
            <Anchor href={url} target="_blank" rel="noreferrer" inherit c="inherit">
              {title} <Icon name="external-link" size={14} />
            </Anchor>
          )}
        </h2>
        {isSample && <SampleBadge />}
        <p className={styles.from}>{from}</p>
        <dl className={styles.figures}>
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {children}
      </div>
      <KeepMenu kept={kept} />
    </article>
  );
}
