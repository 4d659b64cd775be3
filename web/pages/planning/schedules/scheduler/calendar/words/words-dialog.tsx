import { Alert } from '@mantine/core';
import { useCall } from '../../../../../../api/queries.ts';
import { Icon } from '../../../../../../parts/icons/icon.tsx';
import { FileDetails } from '../../../../../content/streams/stream-editor/file-details.tsx';
import type { Planned } from '../../../../../content/streams/stream-editor/planned-words.ts';
import { standingOf, type ToReword } from './rewording.ts';

/** Milliseconds between two checks whether the post still waits. */
const every = 5_000;

type Props = {
  post: ToReword;
  onChanged: (item: ToReword['item'], planned: Planned) => void;
  onClose: () => void;
};

/** The words of one post, edited over the calendar as they are in its stream; says so if it is published meanwhile. */
export function WordsDialog({ post: { id, item }, onChanged, onClose }: Props) {
  const { data } = useCall('fetch-scheduled-item', { id }, { every, passing: true, still: true });
  const standing = data ? standingOf(data.item) : '';
  const isOther = data !== undefined && data.content.id !== item.id;
  const words = standing || (isOther ? keptWords : '');
  return (
    <FileDetails
      item={item}
      onClose={onClose}
      onChanged={onChanged}
      note={
        <div role="status">
          {words !== '' && (
            <Alert icon={<Icon name="alert-circle" size={18} />} color="yellow" radius="md">
              {words}
            </Alert>
          )}
        </div>
      }
    />
  );
}

const keptWords = 'This post kept the words from before an edit. These are the words that its stream has by now.';
