import { useEffect, useState } from 'react';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { paths } from '../../../paths.ts';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { useCall } from '../../../api/queries.ts';
import styles from './account-data.module.css';
import { DeleteCard } from './delete-card.tsx';
import { DownloadCard } from './download-card.tsx';
import { StopCard } from './stop-card.tsx';
import { isBeingMade } from './words.ts';

/** ms between two reads: while a download is being made, and otherwise */
const often = 1000;
const seldom = 30_000;

/** `/account-data`: download all data, stop its processing, or delete it. */
export default function AccountData() {
  const [every, setEvery] = useState(often);
  const { data, error, refetch } = useCall('fetch-account-data', {}, { every });
  const making = isBeingMade(data?.export ?? null);
  useEffect(() => setEvery(making ? often : seldom), [making]);
  return (
    <Page title="Account Data" above={[{ label: 'Privacy Setting', to: paths.privacy() }]}>
      {data ? (
        <div className={styles.cards}>
          <DownloadCard made={data.export} />
          <StopCard stopped={data.stopped} />
          <DeleteCard />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeletons rows={3} kind="cards" />
      )}
    </Page>
  );
}
