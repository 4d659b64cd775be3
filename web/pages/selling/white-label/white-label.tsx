import { Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useSearchParams } from 'react-router';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Icon, type IconName } from '../../../parts/icons/icon.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { useChosenInView } from '../../../parts/page/use-chosen-in-view.ts';
import { useCall } from '../../../api/queries.ts';
import { Customization } from './customization.tsx';
import { Domain } from './domain.tsx';
import { Help } from './help.tsx';
import { Memberships } from './memberships.tsx';
import { Payment } from './payment.tsx';
import { Users } from './users.tsx';
import styles from './white-label.module.css';

const tabs = {
  customization: { label: 'Customization', icon: 'tag' },
  membership: { label: 'Membership', icon: 'currency-dollar' },
  users: { label: 'Users', icon: 'users' },
  payment: { label: 'Payment Integration', icon: 'plug-connected' },
} as const satisfies Record<string, { label: string; icon: IconName }>;
const names = ['customization', 'membership', 'users', 'payment'] as const;

/** `/white-label`: the agency's own site, what it sells there, its buyers, and its payments. */
export default function WhiteLabel() {
  const [search, setSearch] = useSearchParams();
  const isWide = useMediaQuery('(min-width: 62em)', false);
  const shown = names.find((name) => name === search.get('tab')) ?? 'customization';
  const list = useChosenInView(shown);
  return (
    <Page title="White Label" thing={shown === 'customization' ? undefined : tabs[shown].label}>
      <Tabs
        value={shown}
        keepMounted={false}
        orientation={isWide ? 'vertical' : 'horizontal'}
        className={styles.area ?? ''}
        onChange={(name) => setSearch(name === null || name === 'customization' ? {} : { tab: name })}
      >
        <Tabs.List ref={list} aria-label="White label" className={styles.menu ?? ''}>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name} leftSection={<Icon name={tabs[name].icon} size={18} />}>
              {tabs[name].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {/* Stays mounted, so that typed words are still there after a visit to another tab. */}
        <Tabs.Panel value="customization" keepMounted className={styles.tab ?? ''}>
          <Site />
        </Tabs.Panel>
        <Tabs.Panel value="membership" className={styles.tab ?? ''}>
          <Memberships />
        </Tabs.Panel>
        <Tabs.Panel value="users" className={styles.tab ?? ''}>
          <Users />
        </Tabs.Panel>
        <Tabs.Panel value="payment" className={styles.tab ?? ''}>
          <Payment />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** The brand, its domain and the help under it. */
function Site() {
  const { data, error, isPending, refetch } = useCall('fetch-whitelabel', {});
  const label = data?.[0] ?? null;
  if (isPending) return <Skeletons rows={5} kind="form" />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
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
  );
}
