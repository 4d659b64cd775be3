import { Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { plainTextOf } from '#rules/captions.ts';
import { confirmDelete } from '../../parts/dialogs.ts';
import { DialogFrame } from '../../parts/dialog-frame.tsx';
import { showFirstProblem } from '../../parts/first-problem.ts';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { UnsavedNote } from '../../parts/unsaved-note.tsx';
import { useAction } from '../../queries.ts';
import { staleByEditing } from '../../stale.ts';
import { useEdited } from '../../use-edited.ts';
import { isBlankHtml } from './text-drafts.ts';
import { PlannedPosts, type Choice } from './planned-posts.tsx';
import type { Planned } from './planned-words.ts';
import { PostPreview } from './post-preview.tsx';
import styles from './stream-editor.module.css';
import { TextField } from './text-field.tsx';

type Item = Data<'fetch-stream'>['items'][number];

/** The dialog that edits an item's words beside how they will look on each network. Source: specification 2, §2. */
export function FileDetails({ item, onClose, onChanged }: { item: Item | null; onClose: () => void; onChanged: (item: Item, planned: Planned) => void }) {
  /** What closing would lose, and how it is forgotten; null for nothing. */
  const edited = useRef<(() => void) | null>(null);
  const close = async () => {
    edited.current?.();
    edited.current = null;
    onClose();
  };
  const leave = () => {
    if (edited.current === null) return onClose();
    const question = { title: 'Leave without saving?', text: 'What you changed has not been saved.', confirm: 'Leave', cancel: 'Stay here', onConfirm: close };
    setTimeout(() => confirmDelete(question)); // asked within the press of Escape that closes this one, it would be closed by it too
  };
  return (
    <DialogFrame opened={item !== null} onClose={leave} title="File Details" size="60rem" closesOutside={false}>
      {item && <Details key={item.id} item={item} onDone={(planned, version) => { void close(); if (planned) onChanged({ ...item, version }, planned); }} onEdited={(forget) => { edited.current = forget; }} />}
    </DialogFrame>
  );
}

type DetailsProps = { item: Item; /** Without a word about planned posts where nothing was changed. */ onDone: (planned: Planned | null, version: string) => void; /** Told how to forget what closing now would lose; null where it loses nothing. */ onEdited: (forget: (() => void) | null) => void };

const labels = { title: 'Title', description: 'Description' };

function Details({ item, onDone, onEdited }: DetailsProps) {
  const formatted = item.description_format === 'formatted';
  const edited = useEdited({
    place: `item ${item.id}`, saved: { title: item.title, description: item.description }, version: item.version, stateOf: (state) => state, labels,
    words: (field, state) => (field === 'description' && formatted ? plainTextOf(state.description) : state[field]),
  });
  const { fields: { title, description }, isEdited } = edited;
  const [checked, setChecked] = useState(false);
  const [choice, setChoice] = useState<Choice>('follow');
  const blank = formatted ? isBlankHtml(description) : description.trim() === '';
  const update = useAction('update-stream', { invalidates: staleByEditing, onConflict: edited.onConflict, onDone: ({ planned, version }) => { edited.forget(); onDone(isEdited ? planned : null, version); } });
  const forget = useRef(edited.forget);
  useEffect(() => onEdited(isEdited ? forget.current : null), [isEdited, onEdited]);

  const submit = (form: HTMLFormElement) => {
    setChecked(true);
    if (title.trim() === '' || blank) showFirstProblem(form);
    else void edited.save((changes, version) => update.run({ id: item.id, ...changes, ...version, planned_posts: isEdited ? choice : 'undo' }, { repeats: true }));
  };
  return (
    <form noValidate className={styles.details} onSubmit={(event) => { event.preventDefault(); submit(event.currentTarget); }}>
      <Stack gap="md">
        <UnsavedNote restored={edited.restored} onDiscard={edited.discard} />
        <TextInput
          label="Title"
          required
          data-autofocus
          maxLength={300}
          value={title}
          error={update.errors.title ?? (checked && title.trim() === '' ? 'Title is required' : undefined)}
          onChange={(event) => { edited.change({ title: event.currentTarget.value }); update.forget('title'); }}
        />
        <TextField
          label="Description"
          formatted={formatted}
          value={description}
          error={update.errors.description ?? (checked && blank ? 'Description is required' : undefined)}
          onChange={(value) => { edited.change({ description: value }); update.forget('description'); }}
        />
        <PlannedPosts itemId={item.id} isEdited={isEdited} choice={choice} onChoice={setChoice} />
        <SubmitButton busy={update.busy}>Update</SubmitButton>
      </Stack>
      <PostPreview item={item} title={title} description={description} />
    </form>
  );
}
