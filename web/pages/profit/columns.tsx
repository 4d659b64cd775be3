import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { dollars } from '#rules/money.ts';
import type { Column } from '../../parts/data-table.tsx';
import { paths } from '../../paths.ts';
import { sayCount } from '../../lib/words.ts';
import styles from './profit.module.css';

type Client = Data<'fetch-profits'>['clients'][number];
type Total = Data<'fetch-profits'>['total'];

/** A client's month, or (without a client) the sum of all. */
export type Row = Total & { name: string; client: Client | null };

const money = (cents: number | null) =>
  cents === null ? '–' : <span className={cents < 0 ? styles.loss : undefined}>{dollars(cents / 100)}</span>;

/** Minutes as hours: 90 -> '1.5'. */
const hours = (minutes: number): string => sayCount(minutes / 60);

/** What each client brings, in columns. */
export const columns: readonly Column<Row>[] = [
  {
    key: 'client',
    label: 'CLIENT',
    phone: 'name',
    cell: ({ name, client }) =>
      client === null ? (
        <strong>{name}</strong>
      ) : (
        <Text component={Link} to={paths.editClient(client.id)} fw={600} c="inherit">
          {name}
        </Text>
      ),
  },
  {
    key: 'pays',
    label: 'PAYS',
    phone: 'when',
    align: 'end',
    cell: ({ paid_cents: paid, client }) => (
      <span className={styles.paid}>
        {money(paid)}
        {client && <small>{client.paid_entered ? 'entered' : 'as agreed'}</small>}
      </span>
    ),
  },
  { key: 'hours', label: 'HOURS', align: 'end', cell: ({ minutes }) => hours(minutes) },
  { key: 'costs', label: 'COSTS', align: 'end', cell: ({ costs_cents: costs }) => money(costs) },
  { key: 'posts', label: 'POSTS DELIVERED', align: 'end', cell: ({ delivered }) => sayCount(delivered) },
  {
    key: 'profit',
    label: 'PROFIT',
    phone: 'state',
    align: 'end',
    cell: ({ profit_cents: profit }) => <strong>{money(profit)}</strong>,
  },
  { key: 'hour', label: 'AN HOUR', align: 'end', cell: ({ an_hour_cents: hour }) => money(hour) },
  { key: 'post', label: 'A POST', align: 'end', cell: ({ a_post_cents: post }) => money(post) },
];
