import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { useAction } from '../../../api/action.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { ShowMore } from '../../../parts/lists/show-more.tsx';
import { figure } from './figures.ts';
import { KeywordForm } from './keyword-form.tsx';
import { ResultCard } from './result-card.tsx';
import { Standing } from './standing.tsx';
import styles from './trends.module.css';
import { useTrend } from './use-trend.ts';

/** What people watch on YouTube, with the public figures. */
export function YoutubeTab() {
  const [keyword, setKeyword] = useState<string | null>(null);
  const trend = useTrend('search-youtube', keyword === null ? null : { keyword, no_of_videos: 10 }, {
    nextOf: (page) => page.next_page_token,
    at: (input, token) => ({ ...input, next_page_token: token }),
  });
  const videos = trend.pages.flatMap((page) => page.videos);
  return (
    <>
      <KeywordForm busy={trend.searching} onSearch={setKeyword} />
      <Standing
        trend={trend}
        first={trend.pages[0]}
        isEmpty={videos.length === 0}
        name="YouTube"
        icon="movie"
        begin="Search for a keyword to see what people watch on YouTube."
      >
        <div className={styles.cards}>
          {videos.map((video) => (
            <ResultCard
              isSample={trend.pages[0]?.is_sample === true}
              key={video.id}
              title={video.title}
              url={video.page_url}
              picture={video.thumbnail}
              from={`${video.channel_title} · ${video.licence}`}
              figures={[
                { label: 'Views', value: figure(video.stats.views) },
                { label: 'Likes', value: figure(video.stats.like) },
                { label: 'Comments', value: figure(video.stats.comments) },
                { label: 'Dislikes', value: figure(video.stats.dislike) },
              ]}
              kept={{ title: video.title, url: video.page_url }}
            >
              {video.is_creative_commons && trend.pages[0]?.can_copy === true && <Copy video={video} />}
              {video.tags.length > 0 && (
                <ul className={styles.tags} aria-label="Tags">
                  {video.tags.map((tag) => (
                    <li key={tag} className={styles.tag}>
                      {tag}
                    </li>
                  ))}
                </ul>
              )}
            </ResultCard>
          ))}
        </div>
        <ShowMore list={trend} mt={16} />
      </Standing>
    </>
  );
}

/** Copies a Creative Commons video, with its licence, into the media library. */
function Copy({ video: { title, page_url: url } }: { video: Data<'search-youtube'>['videos'][number] }) {
  const [isCopied, setCopied] = useState(false);
  const copy = useAction('download-youtube-video', { onDone: () => setCopied(true) });
  return (
    <Button
      size="compact-sm"
      variant="default"
      style={{ justifySelf: 'start' }}
      leftSection={<Icon name={isCopied ? 'check' : 'download'} size={14} />}
      loading={copy.busy}
      disabled={isCopied}
      aria-label={`${isCopied ? 'In the media library' : 'Copy to the media library'}: ${title}`}
      onClick={() => void copy.run({ url })}
    >
      {isCopied ? 'In the media library' : 'Copy to the media library'}
    </Button>
  );
}
