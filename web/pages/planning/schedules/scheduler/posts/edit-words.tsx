import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { plainTextOf } from '#rules/captions.ts';
import { UnsavedNote } from '../../../../../parts/forms/unsaved-note.tsx';
import { useAction } from '../../../../../api/action.ts';
import { useEdited } from '../../../../../lib/use-edited.ts';
import { PlannedPosts, type Choice } from '../../../../content/streams/stream-editor/planned-posts.tsx';
import type { Planned } from '../../../../content/streams/stream-editor/planned-words.ts';
import { TextField } from '../../../../content/streams/stream-editor/text-field.tsx';
import styles from './posts.module.css';

type Item = Data<'fetch-stream'>['items'][number];

type Props = {
  item: Item;
  /** Whether the plan can be saved only after these words are saved or discarded. */ mustSave: boolean;
  onUnsaved: (isUnsaved: boolean) => void;
  /** Called at the end; with the effect on planned posts if words have changed. */
  onDone: (changed: { planned: Planned; version: string } | null) => void;
};

/** The storage name of an item's unsaved words in the wizard. */
export const wordsFormName = (id: string): string => `words of item ${id}`;

const labels = { title: 'Title', description: 'Description' };

/** The title and the text of one post, edited in the plan's preview. It is not a form, because it is inside one. */
export function EditWords({ item, mustSave, onUnsaved, onDone }: Props) {
  const formatted = item.description_format === 'formatted';
  const [choice, setChoice] = useState<Choice>('follow');
  const edited = useEdited({
    formName: wordsFormName(item.id),
    saved: { title: item.title, description: item.description },
    version: item.version,
    stateOf: (state) => state,
    labels,
    words: (field, state) => (field === 'description' && formatted ? plainTextOf(state.description) : state[field]),
  });
  const { fields, isEdited, change } = edited;
  const save = useAction('update-stream', {
    quiet: true,
    onConflict: edited.onConflict,
    onDone: ({ planned, version }) => {
      edited.forget();
      onDone({ planned, version });
    },
  });
  const tell = useRef(onUnsaved);
  useEffect(() => {
    const { current } = tell;
    current(isEdited);
    return () => current(false);
  }, [isEdited]);
  const leave = () => {
    edited.forget();
    onDone(null);
  };
  const submit = () => {
    if (save.busy) return;
    if (!isEdited) leave();
    else
      void edited.save((changes, version) =>
        save.run({ id: item.id, ...changes, ...version, planned_posts: choice }, { repeats: true }),
      );
  };
  const unsaved = mustSave && isEdited ? 'Save these words first, or cancel' : undefined;
  return (
    <div className={styles.edit} role="group" aria-label={`Words of ${item.title || 'this post'}`}>
      <UnsavedNote restored={edited.restored} onDiscard={edited.discard} />
      <TextInput
        label="Title"
        autoFocus
        maxLength={300}
        value={fields.title}
        error={save.errors.title ?? unsaved}
        onChange={(event) => {
          change({ title: event.currentTarget.value });
          save.forget('title');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <TextField
        label="Description"
        formatted={formatted}
        value={fields.description}
        error={save.errors.description}
        onChange={(description) => {
          change({ description });
          save.forget('description');
        }}
      />
      <PlannedPosts itemId={item.id} isEdited={isEdited} choice={choice} onChoice={setChoice} />
      <div className={styles.editButtons}>
        <Button size="compact-md" variant="default" onClick={leave}>
          Cancel
        </Button>
        <Button size="compact-md" loading={save.busy} onClick={submit}>
          Save words
        </Button>
      </div>
    </div>
  );
}
