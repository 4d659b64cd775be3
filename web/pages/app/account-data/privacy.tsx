import { Link } from 'react-router';
import { Icon, type IconName } from '../../../parts/icons/icon.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { paths } from '../../../paths.ts';
import text from '../legal/privacy-policy.json' with { type: 'json' };
import styles from './privacy/privacy.module.css';

const links: readonly { to: string; icon: IconName; title: string; text: string }[] = [
  {
    to: paths.myAccount(),
    icon: 'user-circle',
    title: 'What we know about you',
    text: 'Your picture, name, email and password, and where you are signed in.',
  },
  {
    to: paths.activity(),
    icon: 'history',
    title: 'What happened in your agency',
    text: 'Who did what, when and from where, also on your behalf.',
  },
  {
    to: paths.clients(),
    icon: 'users',
    title: 'Your clients and their accounts',
    text: 'Their details and the accounts you publish to. Deleting one deletes its keys.',
  },
  {
    to: paths.accountData(),
    icon: 'folder',
    title: 'All of your data',
    text: 'Download everything, stop its processing, or delete it for good.',
  },
];

/** `/privacy`: where a person finds and changes the stored data, and the rules for storing it. */
export default function Privacy() {
  return (
    <Page title="Privacy Setting">
      <ul className={styles.links}>
        {links.map((link) => (
          <li key={link.to}>
            <Link to={link.to}>
              <span className={styles.iconTile}>
                <Icon name={link.icon} size={22} />
              </span>
              <span>
                <strong>{link.title}</strong>
                <span>{link.text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.text}>
        <p>{text.intro}</p>
        <div className={styles.sections}>
          {text.sections.map((section) => (
            <section key={section.title}>
              <h2>{section.title}</h2>
              <p>{section.text}</p>
            </section>
          ))}
        </div>
      </div>
    </Page>
  );
}
