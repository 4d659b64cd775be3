import { useState } from 'react';
import { useParams } from 'react-router';
import { ErrorState } from '../parts/error-state.tsx';
import { Page } from '../parts/page.tsx';
import { Skeletons } from '../parts/skeletons.tsx';
import { useCall } from '../queries.ts';
import { StreamEditor } from './stream-editor/stream-editor.tsx';

/** Milliseconds between two looks while the server makes a thumbnail. */
const thumbnailPoll = 2_000;

/** /edit-stream/:id: a stream's words and its content in order. Source: specification 2, §2. */
export default function EditStream() {
  const { id = '' } = useParams();
  const [every, setEvery] = useState(0);
  const { data, error, refetch } = useCall('fetch-stream', { id }, { every });
  const waiting = data?.items.some(({ thumbnail_state }) => thumbnail_state === 'waiting') ?? false;
  if (waiting !== every > 0) setEvery(waiting ? thumbnailPoll : 0);
  return (
    <Page title="Edit Content Stream" heading={data?.stream.title ?? 'Edit Content Stream'}>
      {data
        ? <StreamEditor key={id} known={data} />
        : error
          ? <ErrorState error={error} onRetry={() => void refetch()} list={{ to: '/streams', name: 'Back to my streams' }} />
          : <Skeletons rows={5} kind="form" />}
    </Page>
  );
}
