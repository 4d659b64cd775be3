import { Button, SegmentedControl } from '@mantine/core';
import { Link } from 'react-router';
import { useList } from '../api/queries.ts';
import { oneOf, useListAddress } from '../lib/use-list-address.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorState } from '../parts/error-state.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page, PageAction } from '../parts/page.tsx';
import { ShowMore } from '../parts/show-more.tsx';
import { Skeletons } from '../parts/skeletons.tsx';
import { Toolbar } from '../parts/toolbar.tsx';
import { paths } from '../paths.ts';
import { BatchesNotice } from './contents/batches-notice.tsx';
import { countedTotal } from '../lib/words.ts';
import styles from './contents/contents.module.css';
import { ImageCard } from './contents/image-card.tsx';
import { Section } from './contents/section.tsx';
import { VideoCard } from './contents/video-card.tsx';
import { useProgress } from './contents/use-progress.ts';

const filters = ['All', 'Video', 'Image'] as const;
type Filter = (typeof filters)[number];

/** /contents: every video and image of the agency. */
export default function Contents() {
  const { search, setSearch, filter: read, setFilter } = useListAddress(['show']);
  const filter: Filter = read('show', oneOf(filters)) ?? 'All';
  const input = search === '' ? {} : { search };
  const videos = useList('fetch-videos', input);
  const images = useList('fetch-thumbnails', input);
  const progress = useProgress(videos.items, videos.retry);
  const [videoTotal, imageTotal] = [videos.first?.total, images.first?.total];
  const shown = (kind: Filter): boolean => filter === 'All' || filter === kind;
  const total = (shown('Video') ? (videoTotal ?? 0) : 0) + (shown('Image') ? (imageTotal ?? 0) : 0);
  // Together, so that the one that arrives first is not pushed down by the other.
  const isWaiting = [shown('Video') && videos, shown('Image') && images].some(
    (list) => list && list.loading && list.items.length === 0,
  );
  const error = (shown('Video') ? videos.error : null) ?? (shown('Image') ? images.error : null);

  return (
    <Page
      title="My Contents"
      count={videoTotal === undefined || imageTotal === undefined ? '' : countedTotal(total, 'item')}
      action={
        <PageAction icon="plus" to={filter === 'Image' ? paths.imageCreator() : paths.createVideo()}>
          {filter === 'Image' ? 'Create Image/Meme' : 'Create Video'}
        </PageAction>
      }
    >
      <BatchesNotice />
      <Toolbar
        search={search}
        onSearch={setSearch}
        searchLabel="Search by name"
        filters={
          <SegmentedControl
            aria-label="Show"
            data={[...filters]}
            value={filter}
            onChange={(value) => setFilter('show', value === 'All' ? null : value)}
          />
        }
      >
        <Button
          component={Link}
          to={filter === 'Image' ? paths.createVideo() : paths.imageCreator()}
          variant="default"
          leftSection={<Icon name={filter === 'Image' ? 'movie' : 'photo-plus'} size={16} />}
        >
          {filter === 'Image' ? 'Create Video' : 'Create Image/Meme'}
        </Button>
        <Button
          component={Link}
          to={paths.library()}
          variant="default"
          leftSection={<Icon name="library-photo" size={16} />}
        >
          Media Library
        </Button>
      </Toolbar>
      {error && total === 0 ? (
        <ErrorState
          error={error}
          onRetry={() => {
            videos.retry();
            images.retry();
          }}
        />
      ) : isWaiting ? (
        <Skeletons rows={4} kind="cards" />
      ) : (
        <div className={styles.sections}>
          {shown('Video') && (
            <Section
              kind="video"
              title="Videos"
              contents={videos.items.map((video) => ({ ...video, ...progress.get(video.id) }))}
              pushable={({ status, video_path: url }) => (status === '6' ? url : null)}
              card={(video, select) => <VideoCard video={video} select={select} />}
              empty={<Nothing kind="video" isSearch={search !== ''} />}
              more={<ShowMore list={videos} />}
            />
          )}
          {shown('Image') && (
            <Section
              kind="image"
              title="Images"
              contents={images.items}
              pushable={({ picture }) => picture}
              card={(image, select) => <ImageCard image={image} select={select} />}
              empty={<Nothing kind="image" isSearch={search !== ''} />}
              more={<ShowMore list={images} />}
            />
          )}
        </div>
      )}
    </Page>
  );
}

function Nothing({ kind, isSearch }: { kind: 'video' | 'image'; isSearch: boolean }) {
  if (isSearch) return <EmptyState icon="search" text={`No ${kind} fits this search.`} />;
  return kind === 'video' ? (
    <EmptyState
      icon="movie"
      text="You have no video created yet"
      action={
        <Button component={Link} to={paths.createVideo()}>
          Create Video
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon="photo"
      text="You have no images created yet"
      action={
        <Button component={Link} to={paths.imageCreator()}>
          Create Image/Meme
        </Button>
      }
    />
  );
}
