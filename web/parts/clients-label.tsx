import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { useClientCount } from '../client-count.ts';
import { useUser } from '../session.ts';
import { padded } from '../words.ts';
import styles from './clients-label.module.css';

/** '{client} Clients' with a link that shows how many there are; a client account gets the label alone. Source: specification 1, §2.2. */
export function ClientsLabel() {
  const user = useUser();
  const count = useClientCount();
  return (
    <span className={styles.label}>
      <span className={styles.name}>{user.agency_name || user.name} Clients</span>
      {count !== undefined && (
        <Link to="/clients" className={styles.number} title="Open the list of clients">{padded(count)}<VisuallyHidden> clients, open the list</VisuallyHidden></Link>
      )}
    </span>
  );
}
