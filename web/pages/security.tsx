import { Page } from '../parts/page.tsx';
import { TwoStep } from '../parts/two-step/two-step.tsx';

/** `/security`: how members and client accounts guard their log-in; owners find it on My Account. */
export default function Security() {
  return (
    <Page title="Log-in Security">
      <TwoStep />
    </Page>
  );
}
