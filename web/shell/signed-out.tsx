import type { ReactNode } from 'react';
import { Logo } from '../parts/page/logo.tsx';
import { useTitle } from '../parts/page/title.ts';
import styles from './signed-out.module.css';

type Props = { /** Of the window. */ title: string; heading: string; text?: ReactNode; children: ReactNode };

/** A page for people who are not signed in: a card on the brand's gradient, with the tagline. */
export function SignedOut({ title, heading, text, children }: Props) {
  useTitle(title);
  return (
    <div className={styles.page}>
      <main id="content" tabIndex={-1} className={styles.card}>
        <Logo />
        <h1>{heading}</h1>
        {text !== undefined && <p className={styles.text}>{text}</p>}
        {children}
      </main>
      <footer className={styles.tagline}>Professional Agency Business For You With Just Minutes Of Work</footer>
    </div>
  );
}
