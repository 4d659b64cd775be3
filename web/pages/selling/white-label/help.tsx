import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { SiteHelp } from '#contract/app/help.ts';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { useListAddress } from '../../../lib/use-list-address.ts';
import { confirmDelete } from '../../../parts/dialogs/dialogs.ts';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { Toolbar } from '../../../parts/lists/toolbar.tsx';
import { HelpArticleDialog } from './help-article-dialog.tsx';
import styles from './help.module.css';

type Article = SiteHelp['articles'][number];

const stateWords = { standard: 'As it ships', replaced: 'Your words', own: 'Your article' } as const;

/** The help of the agency's own site: its articles, their origin, and the address of its helpdesk. */
export function Help() {
  const { data, error, isPending, refetch } = useCall('fetch-site-help', {});
  return (
    <section className={styles.panel} aria-labelledby="site-help">
      <h2 id="site-help">Help on your site</h2>
      <p className={styles.about}>
        Visitors of your domain read these articles under your name, signed in or not. Hide what you do not offer, say
        it in your words, or add articles of your own.
      </p>
      {data ? (
        <>
          <Helpdesk key={data.helpdesk} address={data.helpdesk} />
          <Articles help={data} />
        </>
      ) : isPending ? (
        <Skeletons rows={4} kind="form" />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function Helpdesk({ address }: { address: string }) {
  const [typed, setTyped] = useState(address.replace(/^mailto:/, ''));
  const save = useAction('save-helpdesk');
  const remove = useAction('remove-helpdesk');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '' && address !== '') void remove.run({});
    else void save.run({ address: typed.trim() });
  };
  return (
    <form className={styles.desk} onSubmit={submit} noValidate>
      <TextInput
        label="Helpdesk"
        description="A page that begins with https://, or a mail address. Without one your site shows no button for it."
        placeholder="help@example.com"
        value={typed}
        maxLength={500}
        error={save.errors['address']}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          save.forget('address');
        }}
      />
      <Button type="submit" variant="default" loading={save.busy || remove.busy}>
        Save the helpdesk
      </Button>
    </form>
  );
}

function Articles({ help }: { help: SiteHelp }) {
  const { search, setSearch } = useListAddress();
  const [edited, setEdited] = useState<Article | 'new' | null>(null);
  const nameOf = (id: string): string => help.categories.find((each) => each.id === id)?.name ?? id;
  const shown = help.articles.filter(({ title, category }) =>
    `${title} ${nameOf(category)}`.toLowerCase().includes(search.toLowerCase()),
  );
  return (
    <>
      <Toolbar search={search} onSearch={setSearch} searchLabel="Search by title or topic">
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
          Add an article
        </Button>
      </Toolbar>
      {shown.length === 0 && <p role="status">No article fits this search.</p>}
      <ul className={styles.articles} aria-label="Articles of your site">
        {shown.map((article) => (
          <Row key={article.article} article={article} topic={nameOf(article.category)} onEdit={setEdited} />
        ))}
      </ul>
      {edited !== null && (
        <HelpArticleDialog
          key={edited === 'new' ? 'new' : edited.article}
          article={edited === 'new' ? null : edited}
          categories={help.categories}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

type RowProps = { article: Article; topic: string; onEdit: (article: Article) => void };

function Row({ article, topic, onEdit }: RowProps) {
  const { article: name, title, state, hidden } = article;
  const hide = useAction('hide-site-article');
  const remove = useAction('remove-site-article');
  const askRemove = () =>
    confirmDelete({
      text: state === 'own' ? 'Do you want to delete this article' : 'Do you want to restore the standard article',
      about: { name: title, words: '' },
      onConfirm: () => remove.run({ article: name }),
    });
  return (
    <li data-hidden={hidden || undefined}>
      <div>
        <strong>{title}</strong>
        <span>
          {topic} · {stateWords[state]}
          {hidden ? ' · Hidden' : ''}
        </span>
      </div>
      <div className={styles.actions}>
        <Button variant="subtle" size="compact-sm" aria-label={`Edit ${title}`} onClick={() => onEdit(article)}>
          Edit
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`${hidden ? 'Show again' : 'Hide'} ${title}`}
          loading={hide.busy}
          onClick={() => void hide.run({ article: name, hidden: !hidden })}
        >
          {hidden ? 'Show again' : 'Hide'}
        </Button>
        {state !== 'standard' && (
          <Button variant="subtle" size="compact-sm" color="red" aria-label={`Delete ${title}`} onClick={askRemove}>
            {state === 'own' ? 'Delete' : 'Bring back'}
          </Button>
        )}
      </div>
    </li>
  );
}
