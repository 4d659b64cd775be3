import { Fragment } from 'react';
import { Link } from 'react-router';
import { sortsBy } from '#contract/base/list-options.ts';
import type { LicenceRow } from '#contract/content/licences.ts';
import { sourceName } from '#rules/source-names.ts';
import type { Column } from '../../../parts/lists/data-table.tsx';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { When } from '../../../parts/display/when.tsx';
import { paths } from '../../../paths.ts';
import styles from './licences.module.css';

const kinds = { image: 'Picture', video: 'Video', audio: 'Music', document: 'Document', font: 'Typeface' } as const;
const editors: Readonly<Record<LicenceRow['uses'][number]['of'], (id: string) => string>> = {
  video: (id) => paths.createVideo({ id }),
  design: (id) => paths.imageCreator({ id }),
  stream: (id) => paths.editStream(id),
};
const shown = 3;

/** Identifies a work. */
export const rowKey = ({ kind, source, item, title, licence, licence_url: url, page_url: page, author }: LicenceRow) =>
  JSON.stringify([kind, source, item, title, licence, url, page, author]);

const Outside = ({ to, children }: { to: string; children: string }) =>
  /^https?:/.test(to) ? (
    <a className={styles.licence} href={to} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <>{children}</>
  );

/** The orders of the list. By default, withdrawn works are first, then the newest. */
export const licenceSorts = ['state', ...sortsBy('work', 'source', 'licence', 'taken', 'uses')] as const;

/** The columns of the licence ledger. */
export const columns: readonly Column<LicenceRow>[] = [
  {
    key: 'work',
    label: 'WORK',
    sort: { by: 'work', kind: 'name', value: ({ title }) => title },
    phone: 'name',
    cell: ({ kind, title, page_url: page, author, source }) => (
      <span className={styles.work}>
        <strong>
          <Outside to={page}>{title === '' ? 'Untitled' : title}</Outside>
        </strong>
        <span>{author === '' || author === sourceName(source) ? kinds[kind] : `${kinds[kind]} by ${author}`}</span>
      </span>
    ),
  },
  {
    key: 'source',
    label: 'SOURCE',
    sort: { by: 'source', kind: 'name', value: ({ source }) => sourceName(source) },
    cell: ({ source }) => sourceName(source),
    width: '170px',
  },
  {
    key: 'licence',
    label: 'LICENCE',
    sort: { by: 'licence', kind: 'name', value: ({ licence }) => licence },
    phone: 'where',
    cell: ({ licence, licence_url: url }) => <Outside to={url}>{licence}</Outside>,
    width: '150px',
  },
  {
    key: 'taken',
    label: 'TAKEN',
    sort: { by: 'taken', kind: 'time', value: ({ taken }) => taken },
    phone: 'when',
    cell: ({ taken }) => (taken === null ? '–' : <When at={taken} form="short" />),
    width: '150px',
  },
  {
    key: 'uses',
    label: 'USED IN',
    sort: { by: 'uses', kind: 'number', label: 'Uses', value: ({ uses }) => uses.length },
    cell: ({ uses }) => (
      <span className={styles.uses}>
        {uses.slice(0, shown).map(({ of, id, name }, at) => (
          <Fragment key={`${of} ${id}`}>
            {at > 0 && ', '}
            <Link to={editors[of](id)}>{name}</Link>
          </Fragment>
        ))}
        {uses.length > shown && ` and ${uses.length - shown} more`}
      </span>
    ),
  },
  {
    key: 'state',
    label: 'STATE',
    phone: 'state',
    cell: ({ withdrawn }) => (
      <StatusBadge status={withdrawn === null ? 'posted' : 'failed'}>
        {withdrawn === null ? 'Offered' : 'Withdrawn'}
      </StatusBadge>
    ),
    width: '130px',
  },
];
