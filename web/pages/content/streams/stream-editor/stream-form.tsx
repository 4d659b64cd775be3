import { Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { streamTypes, type StreamType } from '#rules/eligibility.ts';
import { showFirstProblem } from '../../../../parts/forms/first-problem.ts';
import { SubmitButton } from '../../../../parts/buttons/submit-button.tsx';
import { UnsavedNote } from '../../../../parts/forms/unsaved-note.tsx';
import { useAction } from '../../../../api/action.ts';
import { useEdited } from '../../../../lib/use-edited.ts';
import { streamTypeNames } from '../counts.ts';
import styles from './stream-editor.module.css';
import { Tags } from './tag-list.tsx';

type Stream = Data<'fetch-stream'>['stream'];
type Words = { title: string; type: StreamType | null; tags: string; description: string };

type Props = {
  /** The stream to be edited; null before it is created. */
  stream: Stream | null;
  onType?: (type: StreamType | null) => void;
  onSaved: (stream: Stream) => void;
  /** Receives a function that discards what leaving would lose; null if it loses nothing. */
  onDirty: (dirty: boolean, forget: () => void) => void;
};

/** The details of a stream. Its type is selected once and locked when the stream exists. */
export function StreamForm({ stream, onType, onSaved, onDirty }: Props) {
  const edited = useEdited({
    formName: `stream ${stream?.id ?? 'new'}`,
    saved: wordsOf(stream),
    version: stream?.version ?? null,
    stateOf,
    labels,
  });
  const { fields: words, isEdited: dirty } = edited;
  const [checked, setChecked] = useState(false);
  const save = useAction('content-stream', {
    quiet: stream === null, // the dialog that follows reports it
    onConflict: edited.onConflict,
    onDone: ([saved]) => {
      if (!saved) return;
      edited.take(wordsOf(saved), saved.version);
      onSaved(saved);
    },
  });

  const forget = useRef(edited.forget);
  useEffect(() => onDirty(dirty, forget.current), [dirty, onDirty]);

  // A restored form may already have a type.
  const opened = useRef(words.type);
  useEffect(() => onType?.(opened.current), [onType]);

  const set = (part: Partial<Words>) => {
    edited.change(part);
    for (const field of Object.keys(part)) save.forget(field);
  };
  const missing = (field: 'title' | 'type' | 'description', text: string) =>
    save.errors[field] ?? (checked && !words[field]?.trim() ? text : undefined);
  const submit = (form: HTMLFormElement) => {
    setChecked(true);
    const { type, title, tags, description } = words;
    if (type === null || !title.trim() || !description.trim()) return showFirstProblem(form);
    if (stream)
      void edited.save((changes, version) => save.run({ id: stream.id, ...changes, ...version }, { repeats: true }));
    else void save.run({ type, title, tags, description });
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <Stack gap="md">
        <UnsavedNote restored={edited.restored} onDiscard={edited.discard} />
        <TextInput
          label="Title"
          required
          maxLength={200}
          value={words.title}
          error={missing('title', 'Title is required')}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <Select
          label="Type"
          required
          placeholder="What is this stream made of?"
          data={streamTypes.map((value) => ({ value, label: streamTypeNames[value] }))}
          value={words.type}
          allowDeselect={false}
          disabled={stream !== null}
          description={stream ? 'The type cannot be changed once the stream exists' : undefined}
          error={missing('type', 'Please choose a type')}
          onChange={(value) => {
            const type = streamTypes.find((known) => known === value) ?? null;
            set({ type });
            onType?.(type);
          }}
        />
        <div>
          <TextInput
            label="Tags"
            description="Separated by commas"
            maxLength={500}
            value={words.tags}
            error={save.errors.tags}
            onChange={(event) => set({ tags: event.currentTarget.value })}
          />
          <div className={styles.fieldTags}>
            <Tags list={words.tags} />
          </div>
        </div>
        <Textarea
          label="Description"
          required
          autosize
          minRows={4}
          maxRows={12}
          maxLength={5000}
          value={words.description}
          error={missing('description', 'Description is required')}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <Group justify="space-between" align="center">
          <Text size="sm" c="dimmed" flex={1}>
            {stream ? '' : 'You add the content in the next step.'}
          </Text>
          <SubmitButton busy={save.busy}>{stream ? 'Update' : 'Create'}</SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}

const labels = { title: 'Title', tags: 'Tags', description: 'Description' };
const stateOf = ({ title, tags, description }: Words) => ({ title, tags, description });

const wordsOf = (stream: Stream | null): Words =>
  stream
    ? { title: stream.title, type: stream.type, tags: stream.tags, description: stream.description }
    : { title: '', type: null, tags: '', description: '' };
