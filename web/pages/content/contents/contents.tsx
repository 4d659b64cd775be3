import { Button, SegmentedControl } from '@mantine/core';
import { Link } from 'react-router';
import { contentSorts } from '#contract/base/list-options.ts';
import { useList } from '../../../api/queries.ts';
import { sortingIn, type Sortable } from '../../../lib/sorting.ts';
import { oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { ShowMore } from '../../../parts/lists/show-more.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { SortSelect } from '../../../parts/lists/sort-select.tsx';
import toolbar from '../../../parts/lists/toolbar.module.css';
import { Toolbar } from '../../../parts/lists/toolbar.tsx';
import { paths } from '../../../paths.ts';
import { BatchesNotice } from './batches-notice.tsx';
import { countedTotal } from '../../../lib/words.ts';
import styles from './contents.module.css';
import { ImageCard } from './image-card.tsx';
import { Section } from './section.tsx';
import { VideoCard } from './video-card.tsx';
import { useProgress } from './use-progress.ts';

const filters = ['All', 'Video', 'Image'] as const;
type Filter = (typeof filters)[number];
const sortables: readonly Sortable[] = [
  { by: 'created', label: 'Created', kind: 'time' },
  { by: 'name', label: 'Name', kind: 'name' },
];

/** /contents: every video and image of the agency. */
export default function Contents() {
  const address = useListAddress(['show']);
  const { search, setSearch, filter: read, setFilter } = address;
  const sorting = sortingIn(address, { sorts: contentSorts, standard: '-created' });
  const filter: Filter = read('show', oneOf(filters)) ?? 'All';
  const input = {
    ...(search === '' ? {} : { search }),
    ...(sorting.value === sorting.standard ? {} : { sort: sorting.value }),
  };
  const videos = useList('fetch-videos', input);
  const images = useList('fetch-thumbnails', input);
  const progress = useProgress(videos.items, videos.retry);
  const [videoTotal, imageTotal] = [videos.first?.total, images.first?.total];
  const shown = (kind: Filter): boolean => filter === 'All' || filter === kind;
  const total = (shown('Video') ? (videoTotal ?? 0) : 0) + (shown('Image') ? (imageTotal ?? 0) : 0);
  // Together, so that the one that loads first is not pushed down by the other.
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
          <div className={toolbar.filters}>
            <SegmentedControl
              aria-label="Show"
              data={[...filters]}
              value={filter}
              onChange={(value) => setFilter('show', value === 'All' ? null : value)}
            />
            <SortSelect sorting={sorting} sortables={sortables} always />
          </div>
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
