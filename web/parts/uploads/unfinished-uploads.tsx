import { Button, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { bytesOfPieces } from '#rules/pieces.ts';
import { useAction } from '../../api/action.ts';
import { useCall } from '../../api/queries.ts';
import { onTakenUploads, takenUploads } from '../../api/send-file.ts';
import { When } from '../display/when.tsx';
import { sizeInWords } from './upload-queue.ts';
import styles from './uploads.module.css';

/**
 * Files whose upload an earlier page started and did not finish, for a stream or, without one, for the library. They
 * resume when they are chosen again.
 */
export function UnfinishedUploads({ streamId }: { streamId?: string }) {
  const { data } = useCall('fetch-uploads', streamId === undefined ? {} : { content_stream_id: streamId });
  const taken = useSyncExternalStore(onTakenUploads, takenUploads);
  const drop = useAction('drop-upload');
  const left = data?.uploads.filter(({ id, pieces }) => pieces.length > 0 && !taken.has(id)) ?? [];
  if (left.length === 0) return null;
  return (
    <section aria-label="Unfinished uploads">
      <ul className={styles.uploads}>
        {left.map(({ id, file_name: name, size_bytes: size, pieces, kept_until: until }) => (
          <li key={id} className={styles.upload}>
            <div className={styles.uploadName}>
              <Text span truncate title={name}>
                {name}
              </Text>
              <Text span c="dimmed" size="sm" className="nums">
                {sizeInWords(bytesOfPieces(pieces, size))} of {sizeInWords(size)}
              </Text>
            </div>
            <Text size="sm" c="dimmed">
              Not finished. Choose the same file again to resume it, until <When at={until} form="short" />.
            </Text>
            <Button
              variant="subtle"
              size="compact-sm"
              className={styles.uploadButtons}
              onClick={() => void drop.run({ id })}
              aria-label={`Remove what has arrived of ${name}`}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
