import { ErrorState } from '../../parts/error-state.tsx';
import { messages } from '#contract/messages.ts';
import { Page } from '../../parts/page.tsx';
import { Skeletons } from '../../parts/skeletons.tsx';
import { useCall } from '../../queries.ts';
import { ClientEditor } from './client-editor.tsx';

/** The editor of a client that exists already; says so where there is none by that id. */
export function ExistingClient({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useCall('fetch-app-client', { id });
  const client = data?.items.find((item) => item.id === id);
  if (client) return <ClientEditor client={client} />;
  return (
    <Page title="Edit Client">
      {isPending
        ? <Skeletons rows={6} kind="form" />
        : error
          ? <ErrorState error={error} onRetry={() => void refetch()} />
          : <ErrorState error={new Error(messages.notFound)} />}
    </Page>
  );
}
