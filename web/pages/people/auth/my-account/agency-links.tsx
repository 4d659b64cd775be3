import { Link } from 'react-router';
import { may, type Permission } from '#rules/permissions.ts';
import { Icon, type IconName } from '../../../../parts/icons/icon.tsx';
import { personOf, useUser } from '../../../../api/session.ts';
import { paths } from '../../../../paths.ts';
import styles from './my-account.module.css';

const screens: readonly { to: string; label: string; text: string; icon: IconName; permission: Permission }[] = [
  {
    to: paths.agency(),
    label: 'Agency Profile',
    text: 'Your agency’s name, email, website and logo',
    icon: 'building-store',
    permission: 'agencyProfile',
  },
  {
    to: paths.accountManagement(),
    label: 'Account Management',
    text: 'The people of your team',
    icon: 'users-group',
    permission: 'manageMembers',
  },
  {
    to: paths.resellerAccount(),
    label: 'Reseller Accounts',
    text: 'Independent agencies that you created',
    icon: 'briefcase',
    permission: 'manageResellers',
  },
  {
    to: paths.accountData(),
    label: 'Account Data',
    text: 'Download, stop or delete everything of your agency',
    icon: 'folder',
    permission: 'accountData',
  },
];

/** Links to the pages of the agency; no menu contains all of them. */
export function AgencyLinks() {
  const person = personOf(useUser());
  return (
    <section className={styles.panel} aria-labelledby="agency-heading">
      <h2 id="agency-heading">Your agency</h2>
      <ul className={styles.screens}>
        {screens
          .filter(({ permission }) => may(person, permission))
          .map(({ to, label, text, icon }) => (
            <li key={to}>
              <Icon name={icon} size={20} />
              <div>
                <Link to={to}>{label}</Link>
                <p className={styles.hint}>{text}</p>
              </div>
            </li>
          ))}
      </ul>
    </section>
  );
}
