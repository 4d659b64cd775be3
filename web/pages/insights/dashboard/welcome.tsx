import { Link } from 'react-router';
import { Icon, type IconName } from '../../../parts/icons/icon.tsx';
import { paths } from '../../../paths.ts';
import { WatchNow } from './watch-now.tsx';
import styles from './welcome.module.css';

const quickActions: readonly { to: string; label: string; icon: IconName }[] = [
  { to: paths.scheduler({ new: '' }), label: 'Schedule content', icon: 'calendar-plus' },
  { to: paths.createStream(), label: 'Create a stream', icon: 'stack-2' },
  { to: paths.addClient(), label: 'Add a client', icon: 'user-plus' },
];

/** The owner's welcome with the video of the main job and the most frequent actions. */
export function Welcome({ name }: { name: string }) {
  return (
    <section className={styles.welcome} aria-labelledby="welcome">
      <div>
        <h2 id="welcome">Welcome, {name}</h2>
        <p data-brief>What goes out today, what needs you, and what is still empty next week.</p>
      </div>
      <nav className={styles.actions} aria-label="Quick actions">
        <WatchNow />
        {quickActions.map(({ to, label, icon }) => (
          <Link key={to} to={to}>
            <Icon name={icon} size={17} />
            {label}
          </Link>
        ))}
      </nav>
    </section>
  );
}

/** The client account's welcome, with a single link. */
export function ClientWelcome({ name, id }: { name: string; id: string }) {
  return (
    <section className={styles.welcome} aria-labelledby="welcome">
      <div>
        <h2 id="welcome">Welcome, {name}</h2>
        <p>On your page you keep your details up to date and connect the social accounts your agency publishes to.</p>
      </div>
      <nav className={styles.actions} aria-label="Quick actions">
        <Link to={paths.editClient(id)}>
          <Icon name="plug" size={17} />
          Connect my accounts
        </Link>
      </nav>
    </section>
  );
}
