import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Sent } from '#contract/index.ts';
import { useCall } from '../../api/queries.ts';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { ErrorState } from '../states/error-state.tsx';
import styles from './tutorial.module.css';
import { Player } from './player.tsx';

type Props = {
  name: Sent<'fetch-film'>['name'];
  /** Used until the tutorial's own title is loaded. */ title: string;
  opened: boolean;
  onClose: () => void;
};

/** A tutorial in a dialog. It loads nothing before it is opened, and continues where it was stopped. */
export function TutorialDialog({ name, title, opened, onClose }: Props) {
  // Opened only after it is rendered closed: when the modal opens, it records where to return the focus.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const { data, error, refetch } = useCall('fetch-film', { name });
  return (
    <DialogFrame opened={opened && ready} onClose={onClose} title={data?.title ?? title} size={960}>
      {data ? (
        <Player name={name} tutorial={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy="true" className={styles.screen}>
          <span className="visually-hidden" role="status">
            Loading…
          </span>
          <Skeleton height="100%" radius={8} />
        </div>
      )}
    </DialogFrame>
  );
}
