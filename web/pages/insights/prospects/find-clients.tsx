import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { paths } from '../../../paths.ts';
import styles from './find-clients.module.css';
import { Finder } from './finder.tsx';
import { SavedLists } from './saved-lists.tsx';

/**
 * `/find-clients`: a search for businesses of a trade in a town and saved lists of them, or the finder that the
 * operator has configured.
 */
export default function FindClients() {
  const adds = useMay('manageClients');
  const [address, setAddress] = useSearchParams();
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
        <Tabs
          value={address.get('tab') === 'lists' ? 'lists' : 'search'}
          keepMounted={false}
          onChange={(name) => setAddress(name === 'lists' ? { tab: name } : {})}
        >
          <Tabs.List aria-label="Businesses">
            <Tabs.Tab value="search">Search</Tabs.Tab>
            <Tabs.Tab value="lists">Saved lists</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="search" className={styles.panel}>
            <Finder trades={data.trades} tiles={data.tiles} />
          </Tabs.Panel>
          <Tabs.Panel value="lists" className={styles.panel}>
            <SavedLists tiles={data.tiles} />
          </Tabs.Panel>
        </Tabs>
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
