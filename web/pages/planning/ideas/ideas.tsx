import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Data } from '#contract/index.ts';
import { newPost } from '../../../composer/address.ts';
import { useOpenComposer } from '../../../composer/open-composer.ts';
import { firstWords } from '../../../parts/text-item/kept.ts';
import { useAction } from '../../../api/action.ts';
import { useList } from '../../../api/queries.ts';
import { useFirstKnown } from '../../../lib/use-first-known.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { countedTotal } from '../../../lib/words.ts';
import { EmptyState } from '../../../parts/states/empty-state.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Page, PageAction } from '../../../parts/page/page.tsx';
import { ShowMore } from '../../../parts/lists/show-more.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { Toolbar } from '../../../parts/lists/toolbar.tsx';
import { paths } from '../../../paths.ts';
import { ClientChoice } from '../../../parts/forms/client-choice.tsx';
import { Drafts } from './drafts/drafts.tsx';
import { EditIdea } from './edit-idea.tsx';
import { IdeaCard } from './idea-card.tsx';
import styles from './ideas.module.css';
import { ChangeNote } from '../../content/streams/stream-editor/change-note.tsx';
import { MakeTextItem } from '../../../parts/text-item/make-text-item.tsx';

type Idea = Data<'fetch-ideas'>['items'][number];

/** `/ideas`: ideas for a client's posts, typed here or saved from Trends. */
export default function Ideas() {
  const [address, setAddress] = useSearchParams();
  const clients = useList('fetch-app-client', {});
  const offered = useFirstKnown(clients.items[0]?.id);
  const client = address.get('client') ?? offered;
  return (
    <Page
      title="Ideas"
      above={[{ label: 'Trends', to: paths.trends() }]}
      action={
        client !== undefined && (
          <PageAction icon="plus" onClick={() => setAddress({ client, new: '' }, { replace: true })}>
            Add idea
          </PageAction>
        )
      }
    >
      {clients.loading && <Skeletons rows={4} kind="cards" />}
      {clients.error && clients.first === undefined && <ErrorState error={clients.error} onRetry={clients.retry} />}
      {clients.first !== undefined && client === undefined && (
        <EmptyState
          icon="users"
          text="Ideas belong to a client, and you have none yet."
          action={
            <Button component={Link} to={paths.addClient()}>
              Add Client
            </Button>
          }
        />
      )}
      {client !== undefined && (
        <>
          <ClientChoice
            client={client}
            clients={clients.items}
            onChoose={(id) => setAddress({ client: id }, { replace: true })}
          />
          <Drafts key={`drafts of ${client}`} client={client} />
          <List
            key={client}
            client={client}
            isAdding={address.has('new')}
            onAdded={() => setAddress({ client }, { replace: true })}
          />
        </>
      )}
    </Page>
  );
}

type ListProps = { client: string; isAdding: boolean; onAdded: () => void };

function List({ client, isAdding, onAdded }: ListProps) {
  const { search, setSearch } = useListAddress();
  const list = useList('fetch-ideas', { client_id: client, ...(search === '' ? {} : { search }) });
  const [edited, setEdited] = useState<Idea | null>(null);
  const [made, setMade] = useState<Idea | null>(null);
  const compose = useOpenComposer();
  const [deleted, setDeleted] = useState<Idea | null>(null);
  const remove = useAction('delete-idea', { quiet: true });
  const restore = useAction('save-idea', { quiet: true, onDone: () => setDeleted(null) });
  return (
    <>
      <Toolbar search={search} onSearch={setSearch} searchLabel="Search the ideas" />
      {deleted && (
        <ChangeNote
          change={{
            words: `“${deleted.title}” is deleted.`,
            undo: () => {
              const { title, words, url } = deleted;
              void restore.run({ client_id: client, title, words, url });
            },
          }}
          onClose={() => setDeleted(null)}
        />
      )}
      {list.loading && <Skeletons rows={4} kind="cards" />}
      {list.error && list.first === undefined && (
        <ErrorState error={list.error} onRetry={list.retry} list={{ to: paths.ideas(), name: 'All ideas' }} />
      )}
      {list.first !== undefined && list.items.length === 0 && (
        <EmptyState
          icon="bulb"
          text={
            search === ''
              ? 'No idea yet. Add one, or save a result of Trends to ideas.'
              : `No idea matches “${search}”.`
          }
        />
      )}
      {list.items.length > 0 && (
        <section aria-label={countedTotal(list.first?.total ?? 0, 'idea')}>
          <ul className={styles.cards}>
            {list.items.map((idea) => (
              <li key={idea.id}>
                <IdeaCard
                  idea={idea}
                  onEdit={() => setEdited(idea)}
                  onMake={() => setMade(idea)}
                  onDraft={() => compose({ ...newPost, clientId: client }, { words: firstWords(idea), url: idea.url })}
                  onDelete={async () => {
                    if (await remove.run({ id: idea.id })) setDeleted(idea);
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ShowMore list={list} />
      {isAdding && <EditIdea client={client} idea={null} onClose={onAdded} />}
      {edited && <EditIdea client={client} idea={edited} onClose={() => setEdited(null)} />}
      {made && (
        <MakeTextItem kept={made} idea={{ id: made.id, usedAt: made.used?.at ?? null }} onClose={() => setMade(null)} />
      )}
    </>
  );
}
