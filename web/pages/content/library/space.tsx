import { Anchor, Progress } from '@mantine/core';
import { useCall } from '../../../api/queries.ts';
import { sizeWords } from './file-words.ts';
import styles from './library.module.css';

/** How much of the agency's storage is used, by everything that counts towards it. */
export function Space() {
  const { data, error, refetch } = useCall('fetch-space', {});
  return (
    <div className={styles.space}>
      {data ? (
        <Used of={data} />
      ) : (
        error && (
          <p role="alert">
            The used space could not be read.{' '}
            <Anchor component="button" size="sm" onClick={() => void refetch()}>
              Try again
            </Anchor>
          </p>
        )
      )}
    </div>
  );
}

function Used({ of: { used_bytes: used, quota_bytes: quota } }: { of: { used_bytes: number; quota_bytes: number } }) {
  const percent = quota === 0 ? 100 : Math.min(100, (100 * used) / quota);
  return (
    <>
      <p>
        {sizeWords(used)} of {sizeWords(quota)} used by the library, content streams, images, videos, logos and people’s
        pictures
      </p>
      <Progress.Root size="sm">
        <Progress.Section value={percent} {...(percent > 90 ? { color: 'red' } : {})} aria-label="Space used" />
      </Progress.Root>
    </>
  );
}
