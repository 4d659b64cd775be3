import { Tabs } from '@mantine/core';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { loadPart } from '../../../../lib/load-code.ts';
import { Page, PageAction } from '../../../../parts/page/page.tsx';
import { PauseNotice } from '../../../../parts/pausing/pause-notice.tsx';
import { Skeletons } from '../../../../parts/states/skeletons.tsx';
import { useMay } from '../../../../api/session.ts';
import { paths, type ClientTab } from '../../../../paths.ts';
import type { Client } from '../../../people/clients/client-editor/client-fields.ts';
import { LicencesLink } from '../../../people/clients/client-editor/licences-link.tsx';
import styles from '../../../people/clients/client-editor/workspace.module.css';

const Plan = lazy(async () => ({
  default: (await loadPart(() => import('../../../planning/schedules/scheduler/plan.tsx'))).Plan,
}));
const PostsTab = lazy(async () => ({ default: (await loadPart(() => import('./posts-tab.tsx'))).PostsTab }));
const ApprovalLists = lazy(async () => ({
  default: (await loadPart(() => import('../../../planning/approvals/approval-lists.tsx'))).ApprovalLists,
}));
const AccountsTab = lazy(async () => ({
  default: (await loadPart(() => import('../../../people/clients/client-editor/accounts-tab.tsx'))).AccountsTab,
}));
const DetailsTab = lazy(async () => ({
  default: (await loadPart(() => import('../../../people/clients/client-editor/details-tab.tsx'))).DetailsTab,
}));

/** The tabs in their order. */
const clientTabs = ['plan', 'posts', 'approvals', 'accounts', 'details'] as const satisfies readonly ClientTab[];
const names: Readonly<Record<ClientTab, string>> = {
  plan: 'Plan',
  posts: 'Posts',
  approvals: 'Approvals',
  accounts: 'Accounts',
  details: 'Details',
};

/** These stay mounted while another tab is shown: a form with typed words, a network's open window. */
const stays = (tab: ClientTab): boolean => tab === 'accounts' || tab === 'details';

/** Everything about one client of the agency, tab by tab. The address names the tab; the plan is the default. */
export function Workspace({ client }: { client: Client }) {
  const { id, name } = client;
  const [search, setSearch] = useSearchParams();
  const tab = clientTabs.find((known) => known === search.get('tab')) ?? 'plan';
  const [seen, setSeen] = useState<readonly ClientTab[]>([tab]);
  if (!seen.includes(tab)) setSeen([...seen, tab]);
  const designs = useMay('createContent');

  const contents: Readonly<Record<ClientTab, ReactNode>> = {
    plan: <Plan clientId={id} />,
    posts: <PostsTab clientId={id} />,
    approvals: <ApprovalLists clientId={id} />,
    accounts: <AccountsTab client={client} />,
    details: <DetailsTab client={client} />,
  };
  return (
    <Page
      title="Edit Client"
      heading={name}
      thing={name}
      above={[{ label: 'My Clients', to: paths.clients() }]}
      action={
        <>
          {designs && <LicencesLink clientId={id} />}
          <PageAction icon="calendar-plus" to={paths.editClient(id, { tab: 'plan', new: '', for: id, step: 'stream' })}>
            Schedule for {name}
          </PageAction>
        </>
      }
    >
      <PauseNotice
        target={{ scope: 'client', id, name }}
        pausedAt={client.paused_at}
        goesOut={`Posts for ${name} go out as planned.`}
      />
      <Tabs value={tab} onChange={(chosen) => chosen !== null && setSearch({ tab: chosen })}>
        <Tabs.List aria-label={`Sections of ${name}`} className={styles.tabs ?? ''}>
          {clientTabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {names[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {clientTabs.map((each) => (
          <Tabs.Panel key={each} value={each} className={styles.panel}>
            {(each === tab || (stays(each) && seen.includes(each))) && (
              <Suspense fallback={<Skeletons rows={5} kind="table" />}>{contents[each]}</Suspense>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
