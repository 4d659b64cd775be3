import { Select, Tabs, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SiteHelp } from '#contract/app/help.ts';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { SafeHtml } from '../../../parts/display/safe-html.tsx';
import styles from './help.module.css';

type Article = SiteHelp['articles'][number];
type Props = { article: Article | null; categories: SiteHelp['categories']; onClose: () => void };

const markdownHint =
  '## for headings, - for lists, **bold words**, [words](https://address) for links; {brand} is your name';

/** Writes an article of the agency's own site: a new one, one of its own, or a replacement for one that ships. */
export function HelpArticleDialog({ article, categories, onClose }: Props) {
  const [fields, setFields] = useState({
    title: article?.title ?? '',
    category: article?.category ?? categories[0]?.id ?? '',
    content: article?.content ?? '',
  });
  const [tab, setTab] = useState<string | null>('text');
  const save = useAction('save-site-article', { onDone: onClose });
  const change = (part: Partial<typeof fields>) => {
    setFields((before) => ({ ...before, ...part }));
    for (const name of Object.keys(part)) save.forget(name);
  };
  return (
    <FormDialog
      title={article === null ? 'Add an article' : 'Edit the article'}
      size={760}
      closesOutside={false}

      busy={save.busy}
      onSave={() => void save.run({ ...fields, ...(article === null ? {} : { article: article.article }) })}
      onClose={onClose}
    >
      <TextInput
        label="Title"
        required
        maxLength={200}
        data-autofocus
        value={fields.title}
        error={save.errors['title']}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Select
        label="Topic"
        data={categories.map(({ id, name }) => ({ value: id, label: name }))}
        value={fields.category}
        allowDeselect={false}
        error={save.errors['category']}
        onChange={(category) => change({ category: category ?? '' })}
      />
      <Tabs value={tab} onChange={setTab}>
        <Tabs.List>
          <Tabs.Tab value="text">Text</Tabs.Tab>
          <Tabs.Tab value="preview">Preview</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="text" pt="sm">
          <Textarea
            label="Text in Markdown"
            description={markdownHint}
            required
            autosize
            minRows={10}
            maxRows={18}
            maxLength={50_000}
            value={fields.content}
            error={save.errors['content']}
            onChange={(event) => change({ content: event.currentTarget.value })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="preview" pt="sm">
          {tab === 'preview' && <Preview content={fields.content} />}
        </Tabs.Panel>
      </Tabs>
    </FormDialog>
  );
}

function Preview({ content }: { content: string }) {
  const { data, error, refetch } = useCall('fetch-article-preview', { content });
  if (data) return <SafeHtml html={data.content} className={styles.preview ?? ''} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <p role="status">Loading…</p>;
}
