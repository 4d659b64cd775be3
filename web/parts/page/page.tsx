import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ClientsLabel } from './clients-label.tsx';
import { Icon, type IconName } from '../icons/icon.tsx';
import styles from './page.module.css';
import { SampleChip } from './sample-chip.tsx';
import { useTitle } from './title.ts';

type Props = {
  /** Shown in the header strip and in the window's title. */
  title: string;
  /** Beside the title: '03 Streams'; '' reserves its space until it is loaded. */
  count?: ReactNode;
  /** The page's one primary action, a `PageAction`. */
  action?: ReactNode;
  /** Full width for calendars and editors instead of 1280 px. */
  wide?: boolean;
  /** Whether the content begins right below the strip, with a toolbar of its own. */
  flush?: boolean;
  /** A heading that differs from the title. */
  heading?: ReactNode;
  /** The subject of the page, for the window's title: the stream, the client. */
  thing?: string | undefined;
  /** The pages above this one, top-level first. */
  above?: readonly { label: string; to: string }[];
  children: ReactNode;
};

/** A page behind the guard: the header strip with title, count and action, then the content. */
export function Page({
  title,
  heading,
  thing,
  above = [],
  count,
  action,
  wide = false,
  flush = false,
  children,
}: Props) {
  useTitle(thing === undefined ? title : `${title}: ${thing}`);
  return (
    <main id="content" tabIndex={-1} className={styles.main}>
      <div className={styles.strip}>
        <div className={styles.inner} data-wide={wide || undefined}>
          <div className={styles.heading}>
            {above.length > 0 && (
              <nav aria-label="Breadcrumb" className={styles.above}>
                {above.map(({ label, to }) => (
                  <Link key={to} to={to}>
                    {label}
                    <Icon name="chevron-right" size={14} />
                  </Link>
                ))}
              </nav>
            )}
            <h1>{heading ?? title}</h1>
            {count !== undefined && <span className={styles.count}>{count}</span>}
            <SampleChip />
          </div>
          <div className={styles.side}>
            <ClientsLabel />
            {action}
          </div>
        </div>
      </div>
      <div className={styles.content} data-wide={wide || undefined} data-flush={flush || undefined}>
        {children}
      </div>
    </main>
  );
}

type ActionProps = { icon?: IconName; /** Left out on a phone. */ isExtra?: boolean; children: ReactNode } & (
  | { to: string }
  | { onClick: () => void; disabled?: boolean }
);

/** The primary action of a page in its header strip: a link with `to`, otherwise a button. */
export function PageAction({ icon, isExtra = false, children, ...target }: ActionProps) {
  const inside = (
    <>
      {icon && <Icon name={icon} size={16} />}
      <span className={styles.actionWords}>{children}</span>
    </>
  );
  if ('to' in target)
    return (
      <Link className={styles.action} to={target.to} data-extra={isExtra || undefined}>
        {inside}
      </Link>
    );
  return (
    <button type="button" className={styles.action} onClick={target.onClick} disabled={target.disabled ?? false}>
      {inside}
    </button>
  );
}
