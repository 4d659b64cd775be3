import type { ReactNode } from 'react';
import type { NetworkId } from '#rules/eligibility.ts';
import { NetworkIcon } from '../../../parts/icons/network-icon.tsx';
import { Thumbnail } from '../../../parts/display/thumbnail.tsx';
import { When } from '../../../parts/display/when.tsx';
import { zoneLabel } from '../../../lib/when.ts';
import { streamIcons } from '../../content/streams/stream-icons.ts';
import styles from './portal.module.css';

type Post = {
  id: string;
  title: string;
  text: string;
  type: keyof typeof streamIcons;
  thumbnail: string | null;
  due_at: string;
  scheduled: string;
  timezone: string;
};
type Props = {
  post: Post;
  accounts: readonly { type: NetworkId; username: string }[];
  /** Shows the day too, if no heading does. */
  dated?: boolean;
  badge?: ReactNode;
  extra?: ReactNode;
};

/** A post as it will look, in short: picture, words, network and time. */
export function PostRow({ post, accounts, dated = false, badge, extra }: Props) {
  const Title = dated ? 'h3' : 'h4'; // below the box's heading, or that of the day
  return (
    <article className={styles.post}>
      <Thumbnail
        src={post.thumbnail}
        state={post.thumbnail === null && (post.type === 'image' || post.type === 'video') ? 'waiting' : 'ready'}
        alt=""
        size={72}
        icon={streamIcons[post.type]}
      />
      <div className={styles.words}>
        <p className={styles.meta}>
          {dated ? <When at={post.due_at} zone={post.timezone} /> : <Clock post={post} />}
          <span className={styles.networks}>
            {accounts.map(({ type, username }) => (
              <NetworkIcon key={`${type} ${username}`} network={type} size={20} />
            ))}
          </span>
          {badge}
        </p>
        <Title className={styles.title}>{post.title || 'Untitled'}</Title>
        {post.text !== '' && <p className={styles.text}>{post.text}</p>}
        {extra}
      </div>
    </article>
  );
}

const Clock = ({ post: { due_at: at, scheduled, timezone } }: { post: Post }) => (
  <time dateTime={at}>
    <b>{scheduled.slice(11)}</b> · {zoneLabel(timezone)}
  </time>
);
