import type { ApprovalPost } from '#contract/planning/approvals.ts';
import { networkNames } from '#rules/eligibility.ts';
import { sayDay } from '../../lib/dates.ts';
import { NetworkPreviews } from '../post-preview/network-previews.tsx';
import styles from './approval.module.css';

/** A post as each of its networks will show it, and how its picture is described. */
export function Preview({ post }: { post: ApprovalPost }) {
  const { item_title: title, own_words: own, alt_text: alt, media, accounts } = post;
  return (
    <div className={styles.preview}>
      <NetworkPreviews
        accounts={accounts}
        item={{ ...post, title, own_words: Object.fromEntries(own.map(({ type, ...words }) => [type, words])) }}
        media={media === null ? [] : [media]}
        alt={alt}
        day={sayDay(post.day, 'dayOfMonth')}
        short
      />
      {own.length > 0 && accounts.length > own.length && (
        <p className={styles.also}>Words of their own: {own.map(({ type }) => networkNames[type]).join(', ')}</p>
      )}
      {alt !== '' && <p className={styles.also}>Alt text: {alt}</p>}
    </div>
  );
}
