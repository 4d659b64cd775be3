import { Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { confirmDelete } from '../../parts/dialogs.ts';
import { DialogFrame } from '../../parts/dialog-frame.tsx';
import { showFirstProblem } from '../../parts/first-problem.ts';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { useAction } from '../../queries.ts';
import { staleByEditing } from '../../stale.ts';
import { isBlankHtml } from './text-drafts.ts';
import { PlannedPosts, type Choice } from './planned-posts.tsx';
import type { Planned } from './planned-words.ts';
import { PostPreview } from './post-preview.tsx';
import styles from './stream-editor.module.css';
import { TextField } from './text-field.tsx';

type Item = Data<'fetch-stream'>['items'][number];

/** The dialog that edits an item's words beside how they will look on each network. Source: specification 2, §2. */
export function FileDetails({ item, onClose, onChanged }: { item: Item | null; onClose: () => void; onChanged: (item: Item, planned: Planned) => void }) {
  const edited = useRef(false);
  const close = async () => {
    edited.current = false;
    onClose();
  };
  const leave = () => {
    if (!edited.current) return onClose();
    const question = { title: 'Leave without saving?', text: 'What you changed has not been saved.', confirm: 'Leave', cancel: 'Stay here', onConfirm: close };
    setTimeout(() => confirmDelete(question)); // asked within the press of Escape that closes this one, it would be closed by it too
  };
  return (
    <DialogFrame opened={item !== null} onClose={leave} title="File Details" size="60rem" closesOutside={false}>
      {item && <Details key={item.id} item={item} onDone={(planned) => { void close(); if (planned) onChanged(item, planned); }} onEdited={(is) => { edited.current = is; }} />}
    </DialogFrame>
  );
}

type DetailsProps = { item: Item; /** Without a word about planned posts where nothing was changed. */ onDone: (planned: Planned | null) => void; /** Told whether closing now would lose something. */ onEdited: (edited: boolean) => void };

function Details({ item, onDone, onEdited }: DetailsProps) {
  const [title, setTitle] = useState(item.title);
  const [description, setDescription] = useState(item.description);
  const [checked, setChecked] = useState(false);
  const [choice, setChoice] = useState<Choice>('follow');
  const formatted = item.description_format === 'formatted';
  const blank = formatted ? isBlankHtml(description) : description.trim() === '';
  const isEdited = title !== item.title || description !== item.description;
  const update = useAction('update-stream', { invalidates: staleByEditing, onDone: ({ planned }) => onDone(isEdited ? planned : null) });
  useEffect(() => onEdited(isEdited), [isEdited, onEdited]);

  const submit = (form: HTMLFormElement) => {
    setChecked(true);
    if (title.trim() === '' || blank) showFirstProblem(form);
    else void update.run({ id: item.id, title, description, planned_posts: isEdited ? choice : 'undo' });
  };
  return (
    <form noValidate className={styles.details} onSubmit={(event) => { event.preventDefault(); submit(event.currentTarget); }}>
      <Stack gap="md">
        <TextInput
          label="Title"
          required
          data-autofocus
          maxLength={300}
          value={title}
          error={update.errors.title ?? (checked && title.trim() === '' ? 'Title is required' : undefined)}
          onChange={(event) => { setTitle(event.currentTarget.value); update.forget('title'); }}
        />
        <TextField
          label="Description"
          formatted={formatted}
          value={description}
          error={update.errors.description ?? (checked && blank ? 'Description is required' : undefined)}
          onChange={(value) => { setDescription(value); update.forget('description'); }}
        />
        <PlannedPosts itemId={item.id} isEdited={isEdited} choice={choice} onChoice={setChoice} />
        <SubmitButton busy={update.busy}>Update</SubmitButton>
      </Stack>
      <PostPreview item={item} title={title} description={description} />
    </form>
  );
}
