import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { useClientCount } from '../../api/client-count.ts';
import { useSession, useUser } from '../../api/session.ts';
import { padded, sayTotal } from '../../lib/words.ts';
import { paths } from '../../paths.ts';
import styles from './clients-label.module.css';

/** '{client} Clients' with the number of clients and a link to them; a client account sees only its agency's name. */
export function ClientsLabel() {
  return useSession() === null ? null : <Label />;
}

function Label() {
  const user = useUser();
  const count = useClientCount();
  const agency = user.agency_name || user.name;
  return (
    <span className={styles.label}>
      <span className={styles.name}>{user.is_client_account ? agency : `${agency} Clients`}</span>
      {count === undefined ? (
        <span className={styles.number} data-waits />
      ) : (
        <Link to={paths.clients()} className={styles.number} title="Open the list of clients">
          {sayTotal(count, padded)}
          <VisuallyHidden> clients, open the list</VisuallyHidden>
        </Link>
      )}
    </span>
  );
}
