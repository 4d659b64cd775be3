import { Page } from '../../../parts/page/page.tsx';
import { paths } from '../../../paths.ts';
import { StreamEditor } from './stream-editor/stream-editor.tsx';

/** /create-stream: the details of a new stream, then its content. */
export default function CreateStream() {
  return (
    <Page title="Create Content Stream" above={[{ label: 'My Streams', to: paths.streams() }]}>
      <StreamEditor known={null} />
    </Page>
  );
}
