import { Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Data } from '#contract/index.ts';
import type { LibraryEntry } from '#contract/content/library.ts';
import { useAction } from '../../../api/action.ts';
import { useCall } from '../../../api/queries.ts';
import { DialogFrame } from '../../../parts/dialogs/dialog-frame.tsx';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import { LibraryChoice } from '../../../parts/library-choice/library-choice.tsx';
import { Skeletons } from '../../../parts/states/skeletons.tsx';
import { SubmitButton } from '../../../parts/buttons/submit-button.tsx';
import styles from './replace.module.css';
import { replacementWords } from './replacement-words.ts';

type Replaced = Data<'replace-library-file'>;

/** A file to be replaced; `reason`: why it could not be deleted, '' if nobody tried. */
export type ToReplace = { file: LibraryEntry; reason: string };

type Props = {
  /** Null while the dialog is closed. */
  given: ToReplace | null;
  onClose: () => void;
  onDone: (done: { from: LibraryEntry; to: LibraryEntry; replaced: Replaced }) => void;
};

/** The dialog that replaces a file everywhere, after a preview of what that changes. */
export function ReplaceDialog({ given, onClose, onDone }: Props) {
  return (
    <DialogFrame opened={given !== null} onClose={onClose} title="Replace everywhere" size="44rem">
      {given && <Choice {...given} onDone={onDone} />}
    </DialogFrame>
  );
}

function Choice({ file, reason, onDone }: ToReplace & Pick<Props, 'onDone'>) {
  const [chosen, setChosen] = useState<LibraryEntry | null>(null);
  return (
    <Stack gap="md">
      {reason !== '' && <Text size="sm">{reason}</Text>}
      <Text size="sm" c="dimmed">
        Choose the file that takes the place of “{titleOf(file)}” wherever it is used. It is shown in the same place and
        size.
      </Text>
      <LibraryChoice
        kind={file.kind}
        leftOut={file.id}
        chosen={chosen === null ? [] : [chosen.id]}
        empty="There is no other file of this kind. Please upload it first."
        onChoose={setChosen}
      />
      {chosen && (
        <Preview
          key={chosen.id}
          from={file}
          to={chosen}
          onDone={(replaced) => onDone({ from: file, to: chosen, replaced })}
        />
      )}
    </Stack>
  );
}

/** What the choice would change, and the button that does it. */
function Preview({ from, to, onDone }: { from: LibraryEntry; to: LibraryEntry; onDone: (replaced: Replaced) => void }) {
  const input = { id: from.id, by_id: to.id };
  const { data, error, refetch } = useCall('preview-replacement', input, { passing: true, still: true });
  const replace = useAction('replace-library-file', { onDone });
  const form = useRef<HTMLFormElement>(null);
  const isThere = data !== undefined;
  useEffect(() => form.current?.scrollIntoView({ block: 'nearest' }), [isThere]);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons rows={2} kind="form" />;
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void replace.run(input);
      }}
    >
      <Stack gap="sm">
        <ul className={styles.changes} aria-label="What changes" role="status">
          {replacementWords(data).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <SubmitButton busy={replace.busy}>Replace everywhere</SubmitButton>
      </Stack>
    </form>
  );
}

const titleOf = ({ title }: LibraryEntry): string => (title === '' ? 'Untitled' : title);
