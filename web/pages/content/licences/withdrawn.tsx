import { Link } from 'react-router';
import { sourceName } from '#rules/source-names.ts';
import { useCall } from '../../../api/queries.ts';
import { counted } from '../../../lib/words.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { When } from '../../../parts/display/when.tsx';
import { paths } from '../../../paths.ts';
import styles from './licences.module.css';

/** Posts that wait because their source has withdrawn something in them; renders nothing without any. */
export function Withdrawn() {
  const { data } = useCall('fetch-withdrawn', {});
  if (data === undefined || data.posts.length === 0) return null;
  const { posts } = data;
  return (
    <section className={styles.withdrawn} aria-labelledby="withdrawn-heading">
      <h2 id="withdrawn-heading">
        <Icon name="alert-triangle" size={20} />
        {counted(posts.length, 'post waits', 'posts wait')} with a work that was withdrawn
      </h2>
      <p>Nothing is stopped. Check whether your licence is still valid, or take the item out of its stream.</p>
      <ul>
        {posts.map(({ id, due, client, title, stream, work }) => (
          <li key={id}>
            <Link to={paths.editStream(stream.id)}>{title === '' ? stream.name : title}</Link> for {client},{' '}
            <When at={due} form="short" />: “{work.title}” of {sourceName(work.source)}
          </li>
        ))}
      </ul>
    </section>
  );
}
