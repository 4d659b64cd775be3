import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { dollars } from '#rules/money.ts';
import type { Selection } from '../../../parts/bulk/use-selection.ts';
import { confirmDelete } from '../../../parts/dialogs/dialogs.ts';
import { Face } from '../../../parts/display/face.tsx';
import { IconAction } from '../../../parts/buttons/icon-action.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { PauseButton } from '../../../parts/pausing/pause-button.tsx';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { useAction } from '../../../api/action.ts';
import { useMay } from '../../../api/session.ts';
import { counted } from '../../../lib/words.ts';
import { sayDate } from '../../../lib/dates.ts';
import { paths } from '../../../paths.ts';
import { Mark, Networks, NextPost, WeekDays } from './client-week.tsx';
import weekStyles from './client-week.module.css';
import styles from './clients.module.css';
import type { WeekOf } from './use-client-weeks.ts';

type Client = Data<'fetch-app-client'>['items'][number];
/** The period of a client's earning, in words. */
export const per = { weekly: 'week', monthly: 'month', yearly: 'year' } as const;

type Props = {
  client: Client;
  /** What it gets this week; undefined if that is not known. */ week: ReturnType<WeekOf>;
  selection?: Selection<Client>;
};

/** One client: name and contact, earnings, connected accounts, edit and delete. */
export function ClientCard({ client, week, selection }: Props) {
  const deletes = useMay('deleteClients');
  const manages = useMay('manageClients');
  const remove = useAction('delete-client');
  const ask = () =>
    confirmDelete({
      text: 'You Want to Delete this Account',
      about: { name: client.name, of: 'client', id: client.id },
      busy: 'Please Wait...',
      onConfirm: () => remove.run({ client_id: client.id }),
    });
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        {selection && (
          <input
            type="checkbox"
            className={styles.choose}
            aria-label={`Choose ${client.name}`}
            checked={selection.isChosen(client)}
            onChange={(event) => selection.choose(client, event.currentTarget.checked)}
          />
        )}
        <Face name={client.name} image={client.thumbnail ?? client.image} size={48} />
        <div className={styles.who}>
          <h2>
            <Link to={paths.editClient(client.id)}>{client.name}</Link>
          </h2>
          <p title={client.company || client.email}>{client.company || client.email}</p>
        </div>
        {client.paused_at !== null && <StatusBadge status="paused" />}
        {client.is_sample && manages && <span className={styles.sample}>Sample</span>}
      </div>
      {week && (
        <>
          <NextPost week={week} client={client} />
          <div className={weekStyles.line}>
            <WeekDays week={week} />
            <Mark week={week} client={client} />
          </div>
        </>
      )}
      <dl className={styles.facts}>
        {manages && (
          <div>
            <dt>Earning</dt>
            <dd className="nums">
              {dollars(client.earning)} / {per[client.frequency]}
            </dd>
          </div>
        )}
        <div>
          <dt>Accounts</dt>
          <dd>
            {client.accounts === 0 ? 'None yet' : week ? <Networks week={week} /> : counted(client.accounts, 'account')}
          </dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd className="nums">{sayDate(client.created)}</dd>
        </div>
      </dl>
      <div className={styles.buttons}>
        <Button
          component={Link}
          to={paths.editClient(client.id, manages ? { tab: 'details' } : {})}
          variant="default"
          leftSection={<Icon name="pencil" size={16} />}
          aria-label={`Edit ${client.name}`}
        >
          Edit
        </Button>
        <span className={styles.pause}>
          <PauseButton
            target={{ scope: 'client', id: client.id, name: client.name }}
            paused={client.paused_at !== null}
          />
        </span>
        {deletes && (
          <IconAction icon="trash" word="Delete" label={`Delete ${client.name}`} size={36} isRed onClick={ask} />
        )}
      </div>
    </article>
  );
}
