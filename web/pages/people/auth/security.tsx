import { Page } from '../../../parts/page/page.tsx';
import { TwoStep } from '../../../parts/two-step/two-step.tsx';

/** `/security`: two-step log-in of members and client accounts; owners have it on My Account. */
export default function Security() {
  return (
    <Page title="Log-in Security">
      <TwoStep />
    </Page>
  );
}
