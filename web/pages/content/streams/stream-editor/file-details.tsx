import { Stack, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Data } from '#contract/index.ts';
import { altTextMost } from '#rules/ai.ts';
import { paragraphsOf, plainTextOf } from '#rules/captions.ts';
import { isEligible, networkIds } from '#rules/eligibility.ts';
import { keepPictures } from '#rules/pictures.ts';
import { isInvisible } from '#rules/visible.ts';
import { AiPanel } from '../../../../parts/ai/ai-panel.tsx';
import { confirmDelete } from '../../../../parts/dialogs/dialogs.ts';
import { DialogFrame } from '../../../../parts/dialogs/dialog-frame.tsx';
import { showFirstProblem } from '../../../../parts/forms/first-problem.ts';
import { SubmitButton } from '../../../../parts/buttons/submit-button.tsx';
import { UnsavedNote } from '../../../../parts/forms/unsaved-note.tsx';
import { useAction } from '../../../../api/action.ts';
import { ownWordsInWords } from '../../../../lib/post-words.ts';
import { useEdited } from '../../../../lib/use-edited.ts';
import { isBlankHtml } from './text-drafts.ts';
import { OwnWordsFields } from './own-words.tsx';
import { PlannedPosts, type Choice } from './planned-posts.tsx';
import type { Planned } from './planned-words.ts';
import { PostPreview } from './post-preview.tsx';
import styles from './stream-editor.module.css';
import { TextField } from './text-field.tsx';

type Item = Data<'fetch-stream'>['items'][number];

/** The dialog that edits an item's words beside a preview for each network. */
export function FileDetails({
  item,
  note,
  onClose,
  onChanged,
}: {
  item: Item | null;
  /** Shown above the fields. */ note?: ReactNode;
  onClose: () => void;
  onChanged: (item: Item, planned: Planned) => void;
}) {
  /** What closing would lose, and how to discard it; null if it loses nothing. */
  const edited = useRef<(() => void) | null>(null);
  const close = async (): Promise<boolean> => {
    edited.current?.();
    edited.current = null;
    onClose();
    return true;
  };
  const leave = () => {
    if (edited.current === null) return onClose();
    confirmDelete({
      title: 'Leave without saving?',
      text: 'What you changed has not been saved.',
      confirm: 'Leave',
      cancel: 'Stay here',
      onConfirm: close,
    });
  };
  return (
    <DialogFrame opened={item !== null} onClose={leave} title="File Details" size="60rem" closesOutside={false}>
      {item && (
        <Details
          key={item.id}
          item={item}
          note={note}
          onDone={(planned, version) => {
            void close();
            if (planned) onChanged({ ...item, version }, planned);
          }}
          onEdited={(forget) => {
            edited.current = forget;
          }}
        />
      )}
    </DialogFrame>
  );
}

type DetailsProps = {
  item: Item;
  note: ReactNode;
  /** Does not mention planned posts if nothing was changed. */ onDone: (
    planned: Planned | null,
    version: string,
  ) => void;
  /** Receives a function that discards what closing now would lose; null if it loses nothing. */ onEdited: (
    forget: (() => void) | null,
  ) => void;
};

const altHint = 'What the picture shows, for people who do not see it. X, Facebook, LinkedIn and WordPress use it.';
const labels = {
  title: 'Title',
  description: 'Description',
  own_words: 'Words for single networks',
  alt_text: 'Alt text',
};

function Details({ item, note, onDone, onEdited }: DetailsProps) {
  const formatted = item.description_format === 'formatted';
  const edited = useEdited({
    formName: `item ${item.id}`,
    saved: { title: item.title, description: item.description, own_words: item.own_words, alt_text: item.alt_text },
    version: item.version,
    stateOf: (state) => state,
    labels,
    words: (field, state) => {
      if (field === 'own_words') return ownWordsInWords(state.own_words, formatted);
      return field === 'description' && formatted ? plainTextOf(state.description) : state[field];
    },
  });
  const {
    fields: { title, description, own_words: own, alt_text: altText },
    isEdited,
  } = edited;
  const [checked, setChecked] = useState(false);
  const [choice, setChoice] = useState<Choice>('follow');
  const blank = formatted ? isBlankHtml(description) : isInvisible(description);
  const update = useAction('update-stream', {
    onConflict: edited.onConflict,
    onDone: ({ planned, version }) => {
      edited.forget();
      onDone(isEdited ? planned : null, version);
    },
  });
  const forget = useRef(edited.forget);
  useEffect(() => onEdited(isEdited ? forget.current : null), [isEdited, onEdited]);

  const put = (words: string) => {
    edited.change({ description: words });
    update.forget('description');
  };
  const add = (words: string) =>
    put(formatted ? `${description}${paragraphsOf(words)}` : blank ? words : `${description.trimEnd()}\n\n${words}`);

  const submit = (form: HTMLFormElement) => {
    setChecked(true);
    if (title.trim() === '' || blank) showFirstProblem(form);
    else
      void edited.save((changes, version) =>
        update.run(
          { id: item.id, ...changes, ...version, planned_posts: isEdited ? choice : 'undo' },
          { repeats: true },
        ),
      );
  };
  return (
    <form
      noValidate
      className={styles.details}
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <Stack gap="md">
        {note}
        <UnsavedNote restored={edited.restored} onDiscard={edited.discard} />
        <TextInput
          label="Title"
          required
          data-autofocus
          maxLength={300}
          value={title}
          error={update.errors.title ?? (checked && title.trim() === '' ? 'Title is required' : undefined)}
          onChange={(event) => {
            edited.change({ title: event.currentTarget.value });
            update.forget('title');
          }}
        />
        <TextField
          label="Description"
          formatted={formatted}
          value={description}
          error={update.errors.description ?? (checked && blank ? 'Description is required' : undefined)}
          onChange={put}
        />
        <AiPanel
          itemId={item.id}
          text={formatted ? plainTextOf(description) : description}
          tasks={
            item.type === 'image' || item.type === 'video'
              ? ['caption', 'rewrite', 'hashtags']
              : ['rewrite', 'hashtags']
          }
          networks={networkIds.filter((network) => isEligible(network, item.type))}
          onUse={(text, task) =>
            task === 'hashtags' ? add(text) : put(formatted ? keepPictures(paragraphsOf(text), description) : text)
          }
          onAdd={add}
        />
        {item.type === 'image' && (
          <Textarea
            label="Alt text"
            description={altHint}
            autosize
            maxRows={4}
            maxLength={1000}
            value={altText}
            error={update.errors.alt_text}
            onChange={(event) => edited.change({ alt_text: event.currentTarget.value })}
          />
        )}
        {item.type === 'image' && (
          <AiPanel
            label="Write alt text with AI"
            itemId={item.id}
            text={altText}
            tasks={['alt']}
            networks={[]}
            onUse={(text) => edited.change({ alt_text: text.slice(0, altTextMost) })}
            onAdd={(text) => edited.change({ alt_text: `${altText} ${text}`.trim().slice(0, altTextMost) })}
          />
        )}
        <OwnWordsFields
          type={item.type}
          formatted={formatted}
          words={{ title, description }}
          own={own}
          onChange={(changed) => edited.change({ own_words: changed })}
        />
        <PlannedPosts itemId={item.id} isEdited={isEdited} choice={choice} onChoice={setChoice} />
        <SubmitButton busy={update.busy}>Update</SubmitButton>
      </Stack>
      <PostPreview item={item} title={title} description={description} own={own} alt={altText} />
    </form>
  );
}
