import type { PublishedPost } from '#contract/planning/client-portal.ts';
import { networkNames } from '#rules/eligibility.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ShowMore } from '../../../parts/lists/show-more.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { useList } from '../../../api/queries.ts';
import { counted, sayMore } from '../../../lib/words.ts';
import { Panel, Reading } from '../../../parts/page/panel.tsx';
import { PostRow } from './post-row.tsx';
import styles from './portal.module.css';

const every = 60_000; // ms

/** The published posts, newest first, each with a link. */
export function Published() {
  const list = useList('fetch-published', {}, { every });
  return (
    <Panel id="published" title="Published for you">
      <Reading read={{ isThere: list.first !== undefined, error: list.error, retry: list.retry }} height={220}>
        {() =>
          list.items.length === 0 ? (
            <EmptyState
              icon="send"
              text={
                'Nothing has been published for you yet. As soon as something is, you find it here with ' +
                'a link to it.'
              }
            />
          ) : (
            <>
              <ul className={styles.published}>
                {list.items.map((post) => (
                  <li key={post.id}>
                    <PostRow post={post} accounts={post.posts} dated extra={<Outcome post={post} />} />
                  </li>
                ))}
              </ul>
              <ShowMore list={list} mt={12}>
                {sayMore({ total: list.first?.total ?? 0, here: list.items.length }, 'post')}
              </ShowMore>
            </>
          )
        }
      </Reading>
    </Panel>
  );
}

function Outcome({ post: { posts, engagement, title } }: { post: PublishedPost }) {
  const seen = engagement === null ? [] : figures(engagement);
  return (
    <div className={styles.outcome}>
      {posts.map(({ type, username, url }) =>
        url === null ? (
          <span key={`${type} ${username}`} className={styles.dimmed}>
            On {networkNames[type]}
          </span>
        ) : (
          <a
            key={`${type} ${username}`}
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`View on ${networkNames[type]}: ${title} (${username})`}
          >
            View on {networkNames[type]}
            <Icon name="external-link" size={14} />
          </a>
        ),
      )}
      {seen.length > 0 && <span className={styles.dimmed}>{seen.join(' · ')}</span>}
    </div>
  );
}

/** '12 likes', '3 comments': the engagement of a post. */
function figures({ likes, comments, shares, views }: NonNullable<PublishedPost['engagement']>): string[] {
  const known = [
    [likes, 'like'],
    [comments, 'comment'],
    [shares, 'share'],
    [views, 'view'],
  ] as const;
  return known.flatMap(([count, noun]) => (count === null ? [] : [counted(count, noun)]));
}
