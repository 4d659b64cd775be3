import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { Icon, type IconName } from '../../../parts/icons/icon.tsx';
import { sayDate } from '../../../lib/dates.ts';
import { paths } from '../../../paths.ts';
import { Panel } from '../../../parts/page/panel.tsx';
import styles from './recent.module.css';

type Recent = Data<'fetch-dashboard'>['recent'];

/** The latest videos and images. */
export function RecentContents({ recent: { videos, images } }: { recent: Recent }) {
  return (
    <div className={styles.recent}>
      <Kind
        id="recent-videos"
        title="Recent videos"
        icon="movie"
        contents={videos}
        empty="You have no video created yet"
        editor={paths.createVideo}
      />
      <Kind
        id="recent-images"
        title="Recent images"
        icon="photo"
        contents={images}
        empty="You have no images created yet"
        editor={paths.imageCreator}
      />
    </div>
  );
}

type KindProps = {
  id: string;
  title: string;
  icon: IconName;
  contents: Recent['videos'];
  empty: string;
  /** The address that opens one of them. */ editor: (content: { id: string }) => string;
};

function Kind({ id, title, icon, contents, empty, editor }: KindProps) {
  return (
    <Panel
      id={id}
      title={title}
      side={
        <Link to={paths.contents()} aria-label={`View All: ${title}`}>
          View All
        </Link>
      }
    >
      {contents.length === 0 ? (
        <p className={styles.empty}>
          <Icon name={icon} size={22} />
          {empty}
        </p>
      ) : (
        <ul className={styles.contents}>
          {contents.map((content) => (
            <li key={content.id}>
              <Link to={editor({ id: content.id })}>
                <span className={styles.picture}>
                  {content.picture === null ? (
                    <Icon name={icon} size={22} />
                  ) : (
                    <img src={content.picture} alt="" loading="lazy" />
                  )}
                </span>
                <span className={styles.name}>{content.name}</span>
                <span className={styles.created}>{sayDate(content.created)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
