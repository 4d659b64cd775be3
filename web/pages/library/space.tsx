import { Progress } from '@mantine/core';
import { sizeWords } from './file-words.ts';
import styles from './library.module.css';

/** How much of the agency's storage is used, by everything that counts towards it. */
export function Space({ usedBytes, quotaBytes }: { usedBytes: number; quotaBytes: number }) {
  const percent = quotaBytes === 0 ? 100 : Math.min(100, (100 * usedBytes) / quotaBytes);
  return (
    <div className={styles.space}>
      <p>
        {sizeWords(usedBytes)} of {sizeWords(quotaBytes)} used by the library, content streams, images, videos, logos
        and people’s pictures
      </p>
      <Progress.Root size="sm">
        <Progress.Section value={percent} {...(percent > 90 ? { color: 'red' } : {})} aria-label="Space used" />
      </Progress.Root>
    </div>
  );
}
