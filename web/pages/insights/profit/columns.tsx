import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { sortsBy } from '#contract/base/list-options.ts';
import { dollars } from '#rules/money.ts';
import type { Column } from '../../../parts/lists/data-table.tsx';
import { paths } from '../../../paths.ts';
import { sayCount } from '../../../lib/words.ts';
import styles from './profit.module.css';

type Client = Data<'fetch-profits'>['clients'][number];
type Total = Data<'fetch-profits'>['total'];

/** A client's month, or (without a client) the sum of all. */
export type Row = Total & { name: string; client: Client | null };

const money = (cents: number | null) =>
  cents === null ? '–' : <span className={cents < 0 ? styles.loss : undefined}>{dollars(cents / 100)}</span>;

/** Minutes as hours: 90 -> '1.5'. */
const hours = (minutes: number): string => sayCount(minutes / 60);

/** The orders of the list; the default order is by client. */
export const profitSorts = sortsBy('client', 'pays', 'hours', 'costs', 'posts', 'profit', 'hour', 'post');

/** The profit of each client, in columns. */
export const columns: readonly Column<Row>[] = [
  {
    key: 'client',
    label: 'CLIENT',
    sort: { by: 'client', kind: 'name', value: ({ name }) => name },
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
    sort: { by: 'pays', kind: 'number', value: ({ paid_cents: paid }) => paid },
    phone: 'when',
    align: 'end',
    cell: ({ paid_cents: paid, client }) => (
      <span className={styles.paid}>
        {money(paid)}
        {client && <small>{client.paid_entered ? 'entered' : 'as agreed'}</small>}
      </span>
    ),
  },
  {
    key: 'hours',
    label: 'HOURS',
    align: 'end',
    sort: { by: 'hours', kind: 'number', value: (row) => row.minutes },
    cell: ({ minutes }) => hours(minutes),
  },
  {
    key: 'costs',
    label: 'COSTS',
    align: 'end',
    sort: { by: 'costs', kind: 'number', value: (row) => row.costs_cents },
    cell: ({ costs_cents: costs }) => money(costs),
  },
  {
    key: 'posts',
    label: 'POSTS DELIVERED',
    align: 'end',
    sort: { by: 'posts', kind: 'number', value: (row) => row.delivered },
    cell: ({ delivered }) => sayCount(delivered),
  },
  {
    key: 'profit',
    label: 'PROFIT',
    sort: { by: 'profit', kind: 'number', value: ({ profit_cents: profit }) => profit },
    phone: 'state',
    align: 'end',
    cell: ({ profit_cents: profit }) => <strong>{money(profit)}</strong>,
  },
  {
    key: 'hour',
    label: 'AN HOUR',
    align: 'end',
    sort: { by: 'hour', kind: 'number', value: (row) => row.an_hour_cents },
    cell: ({ an_hour_cents: hour }) => money(hour),
  },
  {
    key: 'post',
    label: 'A POST',
    align: 'end',
    sort: { by: 'post', kind: 'number', value: (row) => row.a_post_cents },
    cell: ({ a_post_cents: post }) => money(post),
  },
];
