import { Page } from '../../../parts/page/page.tsx';
import { TwoStep } from '../../../parts/two-step/two-step.tsx';
import { AgencyLinks } from './my-account/agency-links.tsx';
import { Connections } from './my-account/connections.tsx';
import styles from './my-account/my-account.module.css';
import { PasswordForm } from './my-account/password-form.tsx';
import { Picture } from './my-account/picture.tsx';
import { ProfileForm } from './my-account/profile-form.tsx';
import { Sessions } from './my-account/sessions.tsx';

/** `/my-account`. */
export default function MyAccount() {
  return (
    <Page title="My Account">
      <div className={styles.columns}>
        <div className={styles.column}>
          <Picture />
          <ProfileForm />
        </div>
        <PasswordForm />
      </div>
      <div className={styles.stack}>
        <AgencyLinks />
        <Connections />
        <TwoStep />
        <Sessions />
      </div>
    </Page>
  );
}
