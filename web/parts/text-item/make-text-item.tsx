import { Anchor, Select } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAction } from '../../api/action.ts';
import { useList } from '../../api/queries.ts';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { DialogForm } from '../dialogs/form-dialog.tsx';
import { paths } from '../../paths.ts';
import { firstWords, type Kept } from './kept.ts';
import { TitleAndWords } from './title-and-words.tsx';

type Props = {
  kept: Kept;
  /** The saved idea, and when it last became an item. */ idea?: { id: string; usedAt: string | null };
  /** Whether the words may be used as they are, because they are in the public domain. */ isFree?: boolean;
  onClose: () => void;
};

/** Adds a result, or a saved idea, to a text stream, in words that the person can edit first. */
export function MakeTextItem({ kept, idea, isFree = false, onClose }: Props) {
  const [search, setSearch] = useState('');
  const streams = useList('fetch-streams', { type: 'text', ...(search === '' ? {} : { search }) });
  const [stream, setStream] = useState<string | null>(null);
  const [title, setTitle] = useState(kept.title.slice(0, 300));
  const [words, setWords] = useState(firstWords(kept));
  const [lack, setLack] = useState<string | null>(null);
  const ofResult = useAction('text-stream', { onDone: onClose });
  const ofIdea = useAction('make-idea-item', { onDone: onClose });
  const failure = ofResult.failure || ofIdea.failure;
  const hasNone = streams.first !== undefined && streams.items.length === 0 && search === '';
  return (
    <DialogFrame opened onClose={onClose} title="Make a text item" closesOutside={false}>
      {hasNone ? (
        <p>
          You have no text stream yet.{' '}
          <Anchor component={Link} to={paths.createStream()}>
            Add Stream
          </Anchor>
        </p>
      ) : (
        <DialogForm
          busy={ofResult.busy || ofIdea.busy}
          action="Add to the stream"
          failure={failure}
          onSave={() => {
            const missing = stream === null ? 'Please choose a stream' : null;
            setLack(missing);
            if (stream === null || words.trim() === '') return;
            if (idea === undefined)
              void ofResult.run({
                content_stream_id: stream,
                title,
                description: JSON.stringify([{ title, value: words }]),
              });
            else void ofIdea.run({ id: idea.id, used_at: idea.usedAt, content_stream_id: stream, title, text: words });
          }}
          onClose={onClose}
        >
          <Select
            label="Stream"
            placeholder="Choose a text stream"
            searchable
            data={streams.items.map(({ id, title: name }) => ({ value: id, label: name }))}
            value={stream}
            error={lack}
            nothingFoundMessage="No text stream fits"
            onSearchChange={(typed) => {
              if (streams.items.every(({ title: name }) => name !== typed)) setSearch(typed);
            }}
            onChange={(chosen) => {
              setStream(chosen);
              setLack(null);
            }}
          />
          <TitleAndWords
            {...{ title, words }}
            onTitle={setTitle}
            onWords={setWords}
            most={100_000}
            isOthers={idea === undefined && !isFree}
          />
        </DialogForm>
      )}
    </DialogFrame>
  );
}
