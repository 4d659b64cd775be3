import { Button, Group } from '@mantine/core';
import type { Data } from '#contract/index.ts';
import { useAction } from '../../../api/action.ts';
import { confirmDelete } from '../../../parts/dialogs/dialogs.ts';
import { ClientLink } from '../../../parts/display/client-link.tsx';
import { Failure } from '../../../parts/states/failure.tsx';
import { counted } from '../../../lib/words.ts';
import styles from './needs-you.module.css';

type Restored = Data<'fetch-needs-you'>['restored'];
type Unseen = Restored['unseen'][number];

/** After the restore of a backup: that posting is held, and each client's posts that the backup did not see. */
export function RestoredNotice({ restored: { held, unseen } }: { restored: Restored }) {
  return (
    <>
      {held && (
        <p className={styles.held} role="status">
          Posting is on hold because this site was restored from a backup. It goes on when the operator ends the hold.
        </p>
      )}
      {unseen.length > 0 && (
        <ul className={styles.entries} aria-label="Posts that the backup did not see">
          {unseen.map((one) => (
            <UnseenOfClient key={one.client_id} unseen={one} />
          ))}
        </ul>
      )}
    </>
  );
}

function UnseenOfClient({ unseen: { client_id: clientId, client, posts } }: { unseen: Unseen }) {
  const resolve = useAction('resolve-unseen');
  const [was, it] = posts === 1 ? ['This post was', 'it'] : [`These ${posts} posts were`, 'they'];
  const again = () =>
    confirmDelete({
      text: `Publish ${counted(posts, 'post')} of ${client} now? Those that are out already will be there twice.`,
      confirm: 'Publish again',
      onConfirm: () => resolve.run({ client_id: clientId, decision: 'publish-again' }),
    });
  return (
    <li className={styles.unseen}>
      <Failure message={resolve.failure} />
      <p className={styles.entryMessage}>
        <ClientLink id={clientId} name={client} />: {was} due while the backup did not look, and {it} may be out
        already. Please check the accounts.
      </p>
      <Group gap="xs" mt={8}>
        <Button
          size="compact-md"
          variant="default"
          loading={resolve.busy}
          aria-label={`${client}: all of them are there`}
          onClick={() => void resolve.run({ client_id: clientId, decision: 'it-is-there' })}
        >
          {posts === 1 ? 'It is there' : 'All are there'}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          disabled={resolve.busy}
          aria-label={`${client}: publish all of them again`}
          onClick={again}
        >
          {posts === 1 ? 'Publish again' : 'Publish all again'}
        </Button>
      </Group>
    </li>
  );
}
