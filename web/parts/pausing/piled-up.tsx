import { useState } from 'react';
import type { ResumeChoice } from '#rules/pausing.ts';
import { counted, sayCount } from '../../lib/words.ts';
import { NetworkIcon } from '../icons/network-icon.tsx';
import { When } from '../display/when.tsx';
import styles from './pausing.module.css';
import { timeOf, type Preview } from './words.ts';

const atFirst = 5;
const headings: Readonly<Record<ResumeChoice, string>> = {
  'publish-now': 'Goes out',
  'next-free-times': 'Moves to',
  skip: 'Then',
};

/** The posts that piled up: the client of each, when it was due, and what the selected choice does with it. */
export function PiledUp({ preview, choice }: { preview: Preview; choice: ResumeChoice }) {
  const [all, setAll] = useState(false);
  const { posts, total, clients } = preview;
  const shown = all ? posts : posts.slice(0, atFirst);
  return (
    <section className={styles.pile} aria-label="What piled up">
      {clients.length > 1 && (
        <p className={styles.clients}>
          {clients.map(({ name, total: count }) => `${name}: ${sayCount(count)}`).join(' · ')}
        </p>
      )}
      <div className={styles.scroll} tabIndex={all ? 0 : -1} role="group" aria-label="Posts">
        <table className={styles.posts} role="table">
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">
                Post
              </th>
              <th scope="col" role="columnheader">
                Was due
              </th>
              <th scope="col" role="columnheader">
                {headings[choice]}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.map((post) => (
              <Post key={post.id} post={post} at={timeOf(choice, post)} />
            ))}
          </tbody>
        </table>
      </div>
      {posts.length > shown.length && (
        <button type="button" className={styles.textButton} onClick={() => setAll(true)}>
          Show {counted(posts.length - shown.length, 'more post')}
        </button>
      )}
      {all && total > posts.length && (
        <p className={styles.note}>And {counted(total - posts.length, 'more post')}, treated the same way.</p>
      )}
    </section>
  );
}

function Post({ post, at }: { post: Preview['posts'][number]; at: string | null }) {
  return (
    <tr role="row">
      <td role="cell">
        <span className={styles.post}>
          <NetworkIcon network={post.type} size={22} />
          <span className={styles.postWords}>
            <strong>{post.title || 'Untitled'}</strong>
            <span>
              {post.client}
              {post.username !== '' && ` · ${post.username}`}
            </span>
          </span>
        </span>
      </td>
      <td role="cell" data-label="Was due" className={styles.due}>
        <When at={post.due_at} zone={post.timezone} form="short" />
      </td>
      <td role="cell" data-label="Then" className={styles.then}>
        {at === null ? 'Skipped' : <When at={at} zone={post.timezone} form="short" />}
      </td>
    </tr>
  );
}
