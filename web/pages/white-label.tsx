import { ErrorState } from '../parts/error-state.tsx';
import { Page } from '../parts/page.tsx';
import { Skeletons } from '../parts/skeletons.tsx';
import { useCall } from '../api/queries.ts';
import { Customization } from './white-label/customization.tsx';
import { Help } from './white-label/help.tsx';
import { Domain } from './white-label/domain.tsx';
import styles from './white-label/white-label.module.css';

/** `/white-label`: the agency's own site, its brand and its domain. */
export default function WhiteLabel() {
  const { data, error, isPending, refetch } = useCall('fetch-whitelabel', {});
  const label = data?.[0] ?? null;
  return (
    <Page title="White Label">
      {data ? (
        <>
          <div className={styles.columns}>
            <section className={styles.panel} aria-labelledby="customization">
              <h2 id="customization">Customization</h2>
              <Customization key={label?.id ?? 'none'} label={label} />
            </section>
            <Domain label={label} />
          </div>
          {label !== null && <Help />}
        </>
      ) : isPending ? (
        <Skeletons rows={5} kind="form" />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}
