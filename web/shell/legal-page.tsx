import { Link } from 'react-router';
import { Logo } from '../parts/page/logo.tsx';
import { useTitle } from '../parts/page/title.ts';
import { useSession } from '../api/session.ts';
import { paths } from '../paths.ts';
import { Footer } from './footer.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import styles from './legal-page.module.css';

type Props = { title: string; intro: string; sections: readonly { title: string; text: string }[] };

/** A page of plain text that anyone may read, signed in or not. */
export function LegalPage({ title, intro, sections }: Props) {
  useTitle(title);
  const session = useSession();
  return (
    <div className={styles.page}>
      <ImpersonationBanner />
      <header className={styles.head}>
        <Link to={session ? paths.dashboard() : paths.login()} className={styles.brand}>
          <Logo />
        </Link>
        <Link to={session ? paths.dashboard() : paths.login()}>{session ? 'Back to the dashboard' : 'Sign in'}</Link>
      </header>
      <main id="content" tabIndex={-1} className={styles.text}>
        <h1>{title}</h1>
        <p className={styles.intro}>{intro}</p>
        {sections.map((section) => (
          <section key={section.title}>
            <h2>{section.title}</h2>
            <p>{section.text}</p>
          </section>
        ))}
      </main>
      <Footer />
    </div>
  );
}
