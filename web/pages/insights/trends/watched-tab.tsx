import { Button, Switch } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useAction } from '../../../api/action.ts';
import { useCall, useList } from '../../../api/queries.ts';
import { useFirstKnown } from '../../../lib/use-first-known.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { paths } from '../../../paths.ts';
import { ClientChoice } from '../../../parts/forms/client-choice.tsx';
import { WatchForm } from './watch-form.tsx';
import { WatchedKeyword } from './watched-keyword.tsx';

/** The keywords that are searched every morning for a client. */
export function WatchedTab() {
  const [address, setAddress] = useSearchParams();
  const clients = useList('fetch-app-client', {});
  const offered = useFirstKnown(clients.items[0]?.id);
  const client = address.get('client') ?? offered;
  if (clients.error && clients.first === undefined) return <ErrorState error={clients.error} onRetry={clients.retry} />;
  if (clients.first === undefined) return <Skeletons rows={3} kind="cards" />;
  if (client === undefined)
    return (
      <EmptyState
        icon="users"
        text="Keywords are watched for a client, and you have none yet."
        action={
          <Button component={Link} to={paths.addClient()}>
            Add Client
          </Button>
        }
      />
    );
  return (
    <>
      <ClientChoice
        client={client}
        clients={clients.items}
        onChoose={(id) => setAddress({ tab: 'watched', client: id }, { replace: true })}
      />
      <Keywords key={client} client={client} />
    </>
  );
}

function Keywords({ client }: { client: string }) {
  const { data, error, refetch } = useCall('fetch-watched-keywords', { client_id: client });
  const mails = useAction('save-keyword-mails');
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons rows={3} kind="cards" />;
  return (
    <>
      <WatchForm client={client} />
      <Switch
        label="Mail me once a day what is new"
        description="For the keywords of all clients, in the morning. No mail if nothing is new."
        checked={data.mails}
        disabled={mails.busy}
        mb={20}
        onChange={(event) => void mails.run({ mails: event.currentTarget.checked ? 'on' : 'off' })}
      />
      {data.items.length === 0 ? (
        <EmptyState icon="bulb" text="No keyword is watched yet. Add what this client’s customers talk about." />
      ) : (
        data.items.map((watched) => <WatchedKeyword key={watched.id} watched={watched} />)
      )}
    </>
  );
}
