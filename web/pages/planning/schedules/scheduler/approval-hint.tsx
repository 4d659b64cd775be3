import { StatusBadge } from '../../../../parts/states/status-badge.tsx';
import { useCall } from '../../../../api/queries.ts';
import styles from './wizard.module.css';

/** Says that the client approves each post first, if it does. */
export function ApprovalHint({ clientId }: { clientId: string }) {
  const { data } = useCall('fetch-app-client', { id: clientId });
  const client = data?.items.find(({ id }) => id === clientId);
  if (client?.approval !== 'client') return null;
  return (
    <p className={styles.approval}>
      <StatusBadge status="approval" /> {client.name} approves each post before it goes out. Posts that are not approved
      by then are held.
    </p>
  );
}
