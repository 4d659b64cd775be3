import { useState } from 'react';
import { useParams } from 'react-router';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { useList } from '../../../api/queries.ts';
import { paths } from '../../../paths.ts';
import { StreamEditor } from './stream-editor/stream-editor.tsx';

/** Milliseconds between two reads while the server makes a thumbnail. */
const thumbnailPoll = 2_000;

/** /edit-stream/:id: a stream's details, and its content in order. */
export default function EditStream() {
  const { id = '' } = useParams();
  const [every, setEvery] = useState(0);
  const list = useList('fetch-stream', { id }, { every });
  // While another stream's pages load, those of the previous one are still there.
  const stream = list.first?.stream.id === id ? list.first.stream : undefined;
  // The order may have changed between two pages, so that an item appears twice.
  const items = [...new Map(list.items.map((item) => [item.id, item])).values()];
  const waiting = items.some(({ thumbnail_state }) => thumbnail_state === 'waiting');
  if (waiting !== every > 0) setEvery(waiting ? thumbnailPoll : 0);
  return (
    <Page
      title="Edit Content Stream"
      heading={stream?.title ?? 'Edit Content Stream'}
      thing={stream?.title}
      above={[{ label: 'My Streams', to: paths.streams() }]}
    >
      {stream ? (
        <StreamEditor
          key={id}
          known={{
            stream,
            items,
            more: {
              hasMore: list.hasMore,
              load: list.loadMore,
              loading: list.loadingMore,
              failed: list.error !== null,
            },
          }}
        />
      ) : list.error ? (
        <ErrorState
          error={list.error}
          onRetry={list.retry}
          list={{ to: paths.streams(), name: 'Back to my streams' }}
        />
      ) : (
        <Skeletons rows={5} kind="form" />
      )}
    </Page>
  );
}
