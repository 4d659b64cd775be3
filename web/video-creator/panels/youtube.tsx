import { Button, Loader, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { messages } from '#contract/messages.ts';
import { useAction } from '../../api/action.ts';
import { SampleBadge } from '../../parts/display/sample-badge.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { moveByArrows } from '../../parts/media-picker/move-by-arrows.ts';
import { useWhenNear } from '../../parts/media-picker/use-when-near.ts';
import { useTile } from '../editor.ts';
import styles from './youtube.module.css';
import { useYouTube } from './use-youtube.ts';

type Video = Data<'search-youtube'>['videos'][number];

/** Creative Commons videos: copied onto the slide if the operator has set that up, otherwise opened at YouTube. */
export function YouTube() {
  const { set } = useTile();
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  const [taking, setTaking] = useState<string | null>(null);
  const search = useYouTube(keyword);
  const area = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const copy = useAction('download-youtube-video', {
    onDone: ({ url }) => set({ type: 'video', file_url: url, poster: '', start_time: 1 }),
  });
  useEffect(() => {
    if (area.current !== null) area.current.scrollTop = 0;
  }, [keyword]);
  useWhenNear(end, area, search.loadMore);
  const take = async ({ id, page_url: url }: Video) => {
    if (taking !== null) return;
    setTaking(id);
    await copy.run({ url });
    setTaking(null);
  };
  return (
    <form
      className={styles.panel}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        setKeyword(typed.trim());
      }}
    >
      <TextInput
        label="Search YouTube (Creative Commons)"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        rightSectionWidth={84}
        rightSection={
          <Button type="submit" size="compact-sm" variant="default" disabled={typed.trim() === ''}>
            Search
          </Button>
        }
      />
      {search.isSample && (
        <p className={styles.hint} role="note">
          These are samples: YouTube is not configured. The operator of this site can turn it on.
        </p>
      )}
      {search.videos.length > 0 && !search.canCopy && !search.isSample && (
        <p className={styles.hint} role="note">
          {messages.youtubeNoDownloader} Until then they open at YouTube.
        </p>
      )}
      {keyword !== '' && (
        <div
          ref={area}
          className={styles.area}
          role="region"
          aria-label="Found at YouTube"
          tabIndex={-1}
          aria-busy={search.loading}
          onKeyDown={moveByArrows}
        >
          <ul>
            {search.videos.map((video) => (
              <li key={video.id}>
                {search.isSample ? (
                  <div className={styles.video}>
                    <About video={video} isTaking={false} isSample />
                  </div>
                ) : search.canCopy ? (
                  <button
                    type="button"
                    data-result
                    className={styles.video}
                    disabled={taking !== null}
                    onClick={() => void take(video)}
                  >
                    <About video={video} isTaking={taking === video.id} />
                  </button>
                ) : (
                  <a data-result className={styles.video} href={video.page_url} target="_blank" rel="noreferrer">
                    <About video={video} isTaking={false} />
                    <Icon name="external-link" size={14} />
                  </a>
                )}
              </li>
            ))}
          </ul>
          <div ref={end} className={styles.end} role="status">
            {search.loading ? <Loader size={20} /> : search.words}
            {search.retry && (
              <Button size="compact-sm" variant="default" onClick={search.retry}>
                Try again
              </Button>
            )}
          </div>
        </div>
      )}
    </form>
  );
}

/** A video's thumbnail, title, channel and licence. */
function About({
  video: { thumbnail, title, channel_title: channel, licence },
  isTaking,
  isSample = false,
}: AboutProps) {
  const [isBroken, setBroken] = useState(false);
  return (
    <>
      <span className={styles.picture}>
        {isTaking ? (
          <Loader size={20} />
        ) : thumbnail === null || isBroken ? (
          <Icon name="movie" size={20} />
        ) : (
          <img src={thumbnail} alt="" loading="lazy" onError={() => setBroken(true)} />
        )}
      </span>
      <span className={styles.about}>
        <span>{title}</span>
        <span className={styles.hint}>
          {channel} · {licence}
        </span>
        {isSample && <SampleBadge />}
      </span>
    </>
  );
}

type AboutProps = { video: Video; isTaking: boolean; isSample?: boolean };
