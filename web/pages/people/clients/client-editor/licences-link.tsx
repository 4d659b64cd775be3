import { PageAction } from '../../../../parts/page/page.tsx';
import { paths } from '../../../../paths.ts';

/** Links to the licences of everything made for a client. */
export function LicencesLink({ clientId }: { clientId: string }) {
  return (
    <PageAction icon="shield-lock" to={paths.licences({ client: clientId })}>
      Licences
    </PageAction>
  );
}
