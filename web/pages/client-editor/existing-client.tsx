import { messages } from '#contract/messages.ts';
import { CallError } from '../../api/call.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { Page } from '../../parts/page.tsx';
import { Skeletons } from '../../parts/skeletons.tsx';
import { useCall } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { ClientEditor } from './client-editor.tsx';

const list = { to: paths.clients(), name: 'Back to my clients' };

/** The editor of a client that exists already; says so where there is none by that id. */
export function ExistingClient({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useCall('fetch-app-client', { id });
  const client = data?.items.find((item) => item.id === id);
  if (client) return <ClientEditor client={client} />;
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
