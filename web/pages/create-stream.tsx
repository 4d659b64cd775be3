import { Page } from '../parts/page.tsx';
import { StreamEditor } from './stream-editor/stream-editor.tsx';

/** /create-stream: the words of a new stream, then its content. Source: specification 2, §2. */
export default function CreateStream() {
  return (
    <Page title="Create Content Stream">
      <StreamEditor known={null} />
    </Page>
  );
}
