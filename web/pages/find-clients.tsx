import { useCall } from '../api/queries.ts';
import { useMay } from '../api/session.ts';
import { ErrorState } from '../parts/error-state.tsx';
import { Page, PageAction } from '../parts/page.tsx';
import { Skeletons } from '../parts/skeletons.tsx';
import { paths } from '../paths.ts';
import styles from './find-clients/find-clients.module.css';
import { Finder } from './find-clients/finder.tsx';

/** `/find-clients`: businesses of a trade in a town, or the finder that the operator has set in a frame. */
export default function FindClients() {
  const adds = useMay('manageClients');
  const { data, error, isPending, refetch } = useCall('fetch-finder', {});
  return (
    <Page
      title="Find Clients"
      {...(adds
        ? {
            action: (
              <PageAction to={paths.addClient()} icon="user-plus">
                Add Client
              </PageAction>
            ),
          }
        : {})}
    >
      {data === undefined ? (
        isPending ? (
          <Skeletons rows={4} kind="cards" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.frame_url === null ? (
        <Finder trades={data.trades} />
      ) : (
        <iframe
          className={styles.frame}
          src={data.frame_url}
          title="Business finder"
          sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
          referrerPolicy="no-referrer"
        />
      )}
    </Page>
  );
}
