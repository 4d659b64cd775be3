import type { Data } from '#contract/index.ts';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { paths } from '../../../paths.ts';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { useCall } from '../../../api/queries.ts';
import { AgencyForm } from './agency-form.tsx';
import styles from './agency.module.css';

/** `/agency`: the agency's public profile. */
export default function Agency() {
  const { data, error, isPending, refetch } = useCall('fetch-agency', {});
  return (
    <Page title="Agency Profile" above={[{ label: 'My Account', to: paths.myAccount() }]}>
      {data ? (
        <div className={styles.columns}>
          <section className={styles.panel} aria-labelledby="profile">
            <h2 id="profile">Profile</h2>
            <AgencyForm agency={data} />
          </section>
          <Shown agency={data} />
        </div>
      ) : isPending ? (
        <Skeletons rows={5} kind="form" />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

/** The saved profile. */
function Shown({ agency: { name, email, site, logo } }: { agency: Data<'fetch-agency'> }) {
  return (
    <section className={styles.panel} aria-labelledby="shown">
      <h2 id="shown">What is shown</h2>
      <div className={styles.logo}>
        {logo === null ? (
          <span>
            <Icon name="building-store" size={32} />
            <br />
            No logo yet
          </span>
        ) : (
          <img src={logo} alt={`Logo of ${name}`} />
        )}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Name</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>Email Address</dt>
          <dd>{email === '' ? 'Not set yet' : <a href={`mailto:${email}`}>{email}</a>}</dd>
        </div>
        <div>
          <dt>Website</dt>
          <dd>
            {site === '' ? (
              'Not set'
            ) : (
              <a href={site} target="_blank" rel="noreferrer">
                {site}
              </a>
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}
