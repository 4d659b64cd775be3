import { messages } from '#contract/messages.ts';
import { CallError } from '../../../../api/call.ts';
import { ErrorState } from '../../../../parts/states/error-state.tsx';
import { Page } from '../../../../parts/page/page.tsx';
import { Skeletons } from '../../../../parts/states/skeletons.tsx';
import { useCall } from '../../../../api/queries.ts';
import { useUser } from '../../../../api/session.ts';
import { paths } from '../../../../paths.ts';
import { ClientEditor } from '../../../people/clients/client-editor/client-editor.tsx';
import { Workspace } from './workspace.tsx';

const list = { to: paths.clients(), name: 'Back to my clients' };

/** The page of an existing client, or a client account's own profile. Says so if there is no client with that id. */
export function ExistingClient({ id }: { id: string }) {
  const user = useUser();
  const { data, error, isPending, refetch } = useCall('fetch-app-client', { id });
  const client = data?.items.find((item) => item.id === id);
  if (client) return user.id === id ? <ClientEditor client={client} /> : <Workspace client={client} />;
  return (
    <Page title="Edit Client">
      {isPending ? (
        <Skeletons rows={6} kind="form" />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} list={list} />
      ) : (
        <ErrorState error={new CallError(404, messages.notFound)} list={list} />
      )}
    </Page>
  );
}
