import { lazy, Suspense, useEffect, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { useCall } from '../../../api/queries.ts';
import { loadPart } from '../../../lib/load-code.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { ArticleDate } from './article-links.tsx';
import styles from './help.module.css';
import { app } from './use-help.ts';

type Video = Data<'help/fetch-videos'>[number];

const VideoDialog = lazy(() => loadPart(() => import('./video-dialog.tsx')));

/** The popular video tutorials; each opens in a dialog. */
export function Videos() {
  const { data } = useCall('help/fetch-videos', app);
  const [video, setVideo] = useState<Video | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(video !== null), [video]);
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby="videos" className={styles.section}>
      <h2 id="videos">Popular video tutorials</h2>
      <ul className={styles.cards}>
        {data.map((each) => (
          <li key={each.id}>
            <button type="button" className={styles.card} onClick={() => setVideo({ ...each })}>
              <span className={styles.picture}>
                <img src={each.thumbnail} alt="" loading="lazy" width={640} height={360} />
                <span className={styles.play}>
                  <Icon name="player-play" size={22} />
                </span>
              </span>
              <span className={styles.title}>{each.title}</span>
              <ArticleDate created={each.created} />
            </button>
          </li>
        ))}
      </ul>
      {video !== null && (
        <Suspense>
          <VideoDialog video={video} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
