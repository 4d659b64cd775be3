import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { ReportPost } from '#contract/insights/reports.ts';
import { networkNames } from '#rules/eligibility.ts';
import { figure, localTime } from '#rules/report-words.ts';
import type { Column } from '../../../parts/lists/data-table.tsx';
import { NetworkIcon } from '../../../parts/icons/network-icon.tsx';
import { Thumbnail } from '../../../parts/display/thumbnail.tsx';
import { paths } from '../../../paths.ts';
import styles from './report.module.css';

/** A published post, with its picture and a link. */
export const postColumn: Column<ReportPost> = {
  key: 'post',
  label: 'POST',
  phone: 'name',
  cell: ({ title, thumbnail, post_url: url }) => (
    <span className={styles.named}>
      {thumbnail !== null && <Thumbnail src={thumbnail} alt="" size={36} />}
      {url === null ? (
        <span>{title || 'Untitled'}</span>
      ) : (
        <Anchor href={url} target="_blank" rel="noreferrer">
          {title || 'Untitled'}
        </Anchor>
      )}
    </span>
  ),
};

/** Its network and account. */
export const accountColumn: Column<ReportPost> = {
  key: 'account',
  label: 'ACCOUNT',
  phone: 'where',
  cell: ({ type, username }) => (
    <span className={styles.named}>
      <NetworkIcon network={type} size={20} labelled={false} />
      {username || networkNames[type]}
    </span>
  ),
};

/** Its points and when they were read; for the agency they link to the post's history in the ledger. */
export const pointsColumn = ({
  timezone,
  leadsToPosts,
}: {
  timezone: string;
  leadsToPosts: boolean;
}): Column<ReportPost> => ({
  key: 'points',
  label: 'POINTS',
  align: 'end',
  cell: ({ points, read_at: readAt, delivery_id: id }) => {
    const words = readAt === null ? 'Not read' : `Read ${localTime(readAt, timezone)}`;
    return (
      <span className={styles.points}>
        <b title={words}>{figure(points)}</b>
        {readAt !== null && <small>{localTime(readAt, timezone)}</small>}
        {leadsToPosts && (
          <Anchor component={Link} to={paths.ledgerPost(id)} size="sm" data-print="no">
            Story
          </Anchor>
        )}
      </span>
    );
  },
});
