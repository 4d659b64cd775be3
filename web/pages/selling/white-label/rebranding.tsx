import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { useCall } from '../../../api/queries.ts';
import { RebrandingForm } from './rebranding/rebranding-form.tsx';
import { Preview } from './rebranding/preview.tsx';
import styles from './rebranding/rebranding.module.css';

/** `/rebranding`: the product's name and logo for the agency's people. */
export default function Rebranding() {
  const { data, error, isPending, refetch } = useCall('fetch-wl-rebranding', {});
  const rebranding = data?.[0] ?? null;
  return (
    <Page title="Rebranding">
      {data ? (
        <div className={styles.columns}>
          <section className={styles.panel} aria-labelledby="rebrand">
            <h2 id="rebrand">Your brand</h2>
            <RebrandingForm key={rebranding?.id ?? 'none'} rebranding={rebranding} />
          </section>
          <Preview rebranding={rebranding} />
        </div>
      ) : isPending ? (
        <Skeletons rows={3} kind="form" />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}
