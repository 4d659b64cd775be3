import { ActionIcon } from '@mantine/core';
import { Link } from 'react-router';
import type { Client } from '#contract/people/clients.ts';
import { dollars } from '#rules/money.ts';
import { paths } from '../../../paths.ts';
import type { Selection } from '../../../parts/bulk/use-selection.ts';
import { Face } from '../../../parts/display/face.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { per } from './client-card.tsx';
import styles from './client-table.module.css';
import { Mark, Networks, NextPost, WeekDays } from './client-week.tsx';
import type { WeekOf } from './use-client-weeks.ts';

type Props = { clients: readonly Client[]; weekOf: WeekOf; selection: Selection<Client> };

/** The clients, a row each: next post, week, approvals, networks, earning. */
export function ClientTable({ clients, weekOf, selection }: Props) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label="Clients">
        <thead>
          <tr>
            <td />
            <th scope="col">Client</th>
            <th scope="col">Next post</th>
            <th scope="col" data-wide>
              This week
            </th>
            <th scope="col">Needs</th>
            <th scope="col">Networks</th>
            <th scope="col" data-wide>
              Earning
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {clients.map((client) => {
            const week = weekOf(client.id);
            return (
              <tr key={client.id}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`Choose ${client.name}`}
                    checked={selection.isChosen(client)}
                    onChange={(event) => selection.choose(client, event.currentTarget.checked)}
                  />
                </td>
                <th scope="row">
                  <span className={styles.who}>
                    <Face name={client.name} image={client.thumbnail ?? client.image} size={24} />
                    <Link to={paths.editClient(client.id)}>{client.name}</Link>
                    {client.paused_at !== null && <StatusBadge status="paused" />}
                  </span>
                </th>
                <td>{week && <NextPost week={week} client={client} small />}</td>
                <td data-wide>{week && <WeekDays week={week} />}</td>
                <td>{week && <Mark week={week} client={client} />}</td>
                <td>{week && <Networks week={week} />}</td>
                <td data-wide className="nums">
                  {dollars(client.earning)} / {per[client.frequency]}
                </td>
                <td>
                  <ActionIcon
                    component={Link}
                    to={paths.editClient(client.id, { tab: 'details' })}
                    variant="subtle"
                    color="gray"
                    aria-label={`Edit ${client.name}`}
                  >
                    <Icon name="pencil" size={16} />
                  </ActionIcon>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
