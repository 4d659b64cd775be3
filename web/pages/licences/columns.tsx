import { Fragment } from 'react';
import { Link } from 'react-router';
import type { LicenceRow } from '#contract/licences.ts';
import { sourceName } from '#rules/source-names.ts';
import type { Column } from '../../parts/data-table.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { When } from '../../parts/when.tsx';
import { paths } from '../../paths.ts';
import styles from './licences.module.css';

const kinds = { image: 'Picture', video: 'Video', audio: 'Music', document: 'Document', font: 'Typeface' } as const;
const editors: Readonly<Record<LicenceRow['uses'][number]['of'], (id: string) => string>> = {
  video: (id) => paths.createVideo({ id }),
  design: (id) => paths.imageCreator({ id }),
  stream: (id) => paths.editStream(id),
};
const shown = 3;

/** What tells two works apart. */
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

/** The columns of the licence ledger. */
export const columns: readonly Column<LicenceRow>[] = [
  {
    key: 'work',
    label: 'WORK',
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
    cell: ({ source }) => sourceName(source),
    width: '170px',
  },
  {
    key: 'licence',
    label: 'LICENCE',
    phone: 'where',
    cell: ({ licence, licence_url: url }) => <Outside to={url}>{licence}</Outside>,
    width: '150px',
  },
  {
    key: 'taken',
    label: 'TAKEN',
    phone: 'when',
    cell: ({ taken }) => (taken === null ? '–' : <When at={taken} form="short" />),
    width: '150px',
  },
  {
    key: 'uses',
    label: 'USED IN',
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
