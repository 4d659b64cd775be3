import { Icon, type IconName } from '../../parts/icons/icon.tsx';
import { Page } from '../../parts/page/page.tsx';
import styles from './notification.module.css';

const samples: readonly { tone: 'success' | 'danger' | 'info'; icon: IconName; lead: string; text: string }[] = [
  { tone: 'success', icon: 'circle-check', lead: 'Success!', text: 'Your Purchase has been confirmed!' },
  { tone: 'danger', icon: 'circle-x', lead: 'Error!', text: 'Your Purchase has been declined!' },
  { tone: 'info', icon: 'info-circle', lead: 'Info Message!', text: 'This is an Info Message.' },
];

/** `/notification`: examples of the product's messages. */
export default function Notification() {
  return (
    <Page title="Notifications">
      <ul className={styles.boxes}>
        {samples.map(({ tone, icon, lead, text }) => (
          <li key={tone} data-tone={tone}>
            <Icon name={icon} size={20} />
            <p>
              <strong>{lead}</strong> {text}
            </p>
          </li>
        ))}
      </ul>
    </Page>
  );
}
