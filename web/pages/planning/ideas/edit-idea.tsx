import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Data } from '#contract/index.ts';
import { useAction } from '../../../api/action.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';

type Props = { client: string; idea: Data<'fetch-ideas'>['items'][number] | null; onClose: () => void };

/** Edits a client's idea, or creates one. */
export function EditIdea({ client, idea, onClose }: Props) {
  const [title, setTitle] = useState(idea?.title ?? '');
  const [words, setWords] = useState(idea?.words ?? '');
  const [url, setUrl] = useState(idea?.url ?? '');
  const { run, busy, errors } = useAction('save-idea', { onDone: onClose });
  const typed = { title, words, url };
  return (
    <FormDialog
      onClose={onClose}
      title={idea === null ? 'Add idea' : 'Edit idea'}
      size="lg"
      closesOutside={false}
      busy={busy}
      onSave={() =>
        void run(idea === null ? { client_id: client, ...typed } : { id: idea.id, ...typed, version: idea.version })
      }
    >
      <TextInput
        label="Title"
        maxLength={300}
        value={title}
        error={errors['title']}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label="Words"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={20_000}
        value={words}
        error={errors['words']}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <TextInput
        label="Where it was seen"
        placeholder="https://"
        maxLength={2000}
        value={url}
        error={errors['url']}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
