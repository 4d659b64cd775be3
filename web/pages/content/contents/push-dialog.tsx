import { TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { CallError, call } from '../../../api/call.ts';
import { useList } from '../../../api/queries.ts';
import { useFirstKnown } from '../../../lib/use-first-known.ts';
import { CreditLines } from '../../../parts/display/credit-lines.tsx';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { notify } from '../../../parts/notices/notify.ts';
import { StreamChoice } from '../../../parts/forms/stream-choice.tsx';
import styles from './contents.module.css';

/** What is pushed: the address of its file, its name, and the credit lines that its licences require. */
export type Pushed = { id: string; name: string; url: string; credits: readonly string[] };

type Props = {
  kind: 'video' | 'image';
  contents: readonly Pushed[];
  /** Called with those that were added to the stream, even if others failed. */
  onPushed: (ids: readonly string[]) => void;
  onClose: () => void;
};

const newStream = 'new';

/** Adds finished videos or images to a content stream of their kind, or creates a stream from them. */
export function PushDialog({ kind, contents, onPushed, onClose }: Props) {
  const streams = useList('fetch-streams', { type: kind });
  const [target, setTarget] = useState<string | null>(null);
  const [streamTitle, setStreamTitle] = useState('');
  const [title, setTitle] = useState(contents.length === 1 ? (contents[0]?.name ?? '') : '');
  const [description, setDescription] = useState('');
  const [left, setLeft] = useState(contents);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [isLost, setIsLost] = useState(false);
  const offered = useFirstKnown(streams.items[0]?.id);
  // A stored list may lack a recent stream; a person who has typed the title of a new stream wants that one.
  const chosen = target ?? (streamTitle === '' ? offered : undefined) ?? newStream;

  const push = async (): Promise<void> => {
    setProblem('');
    setBusy(true);
    const done: string[] = [];
    let again = isLost; // the first remaining file may already be in the stream
    try {
      const streamId = chosen === newStream ? await makeStream({ kind, title: streamTitle, description }) : chosen;
      if (chosen === newStream) setTarget(streamId); // a second try continues with the stream that already exists
      for (const { id, name, url } of left) {
        await call('push-to-content-stream', {
          content_stream_id: streamId,
          title: contents.length === 1 ? title : name,
          description,
          url,
          ...(again ? { again } : {}),
        });
        again = false;
        done.push(id);
      }
      notify.success(done.length === 1 ? messages.pushed : `${done.length} added to the content stream`);
      onClose();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setIsLost(error.status === 0);
      setProblem(error.status === 0 ? 'Server error, Please Contact Support' : error.message);
    } finally {
      setLeft((before) => before.filter(({ id }) => !done.includes(id)));
      if (done.length > 0) onPushed(done);
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title="Push to a content stream"
      closesOutside={false}
      busy={busy}
      disabled={streams.loading}
      action={problem === '' ? 'Push' : 'Try again'}
      onSave={() => void push()}
      onClose={onClose}
    >
      <StreamChoice
        label="Content stream"
        type={kind}
        value={chosen}
        onChoose={setTarget}
        extra={{ value: newStream, label: 'A new content stream' }}
        disabled={streams.loading || busy}
      />
      {chosen === newStream && (
        <TextInput
          label="Title of the content stream"
          value={streamTitle}
          maxLength={200}
          required
          onChange={(event) => setStreamTitle(event.currentTarget.value)}
        />
      )}
      {contents.length === 1 ? (
        <TextInput
          label="Title"
          value={title}
          maxLength={300}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      ) : (
        <p className={styles.hint}>
          {left.length} {kind === 'video' ? 'videos' : 'images'}, each with its name as the title
        </p>
      )}
      <Textarea
        label="Description"
        value={description}
        maxLength={5000}
        autosize
        minRows={3}
        required={chosen === newStream}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <CreditLines lines={contents.flatMap(({ credits }) => credits)} description={description} />
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
          {left.length < contents.length ? ` ${contents.length - left.length} of ${contents.length} were added.` : ''}
        </p>
      )}
    </FormDialog>
  );
}

async function makeStream(words: { kind: 'video' | 'image'; title: string; description: string }): Promise<string> {
  const { kind: type, title, description } = words;
  const { data } = await call('content-stream', { type, title, description });
  return data[0]?.id ?? '';
}
