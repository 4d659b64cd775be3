import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Sent } from '#contract/index.ts';
import { useCall } from '../../api/queries.ts';
import { DialogFrame } from '../dialog-frame.tsx';
import { ErrorState } from '../error-state.tsx';
import styles from './tutorial.module.css';
import { Player } from './player.tsx';

type Props = {
  name: Sent<'fetch-film'>['name'];
  /** Until the tutorial's own is known. */ title: string;
  opened: boolean;
  onClose: () => void;
};

/** A tutorial in a dialog. Nothing of it is asked for before it is opened, and it goes on where it was left. */
export function TutorialDialog({ name, title, opened, onClose }: Props) {
  // Opened only once it stands there closed: the modal notes on opening where the focus has to go back to.
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
