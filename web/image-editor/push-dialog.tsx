import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { finishedSize } from '#rules/design/layers.ts';
import { CallError } from '../api/call.ts';
import { useAction } from '../api/action.ts';
import { useList } from '../api/queries.ts';
import { CreditLines } from '../parts/display/credit-lines.tsx';
import { DialogFrame } from '../parts/dialogs/dialog-frame.tsx';
import { notify } from '../parts/notices/notify.ts';
import { StreamChoice } from '../parts/forms/stream-choice.tsx';
import { finishedPicture } from './finished.ts';
import { useEditorState } from './context.ts';

type Props = { design: { id: string; name: string }; onClose: () => void };

/** Adds the finished picture of a design to a content stream of images. */
export function PushDialog({ design, onClose }: Props) {
  const { history } = useEditorState();
  // The last saved version, not the one that was opened.
  const saved = useList('fetch-thumbnails', { id: design.id });
  const [stream, setStream] = useState<string | null>(null);
  const [title, setTitle] = useState(design.name);
  const [description, setDescription] = useState('');
  const [draws, setDraws] = useState(false);
  const push = useAction('push-to-content-stream', { onDone: onClose });

  const send = async () => {
    if (stream === null) return;
    setDraws(true);
    try {
      const url = await finishedPicture(design.id, finishedSize(history.design));
      await push.run({ content_stream_id: stream, title, description, url });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify.danger(error.message);
    }
    setDraws(false);
  };
  return (
    <DialogFrame title="Push to content stream" opened onClose={onClose}>
      <StreamChoice label="Content stream" type="image" value={stream} onChoose={setStream} />
      <TextInput
        label="Title"
        value={title}
        maxLength={300}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Textarea
        label="Description"
        value={description}
        maxLength={10_000}
        rows={3}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <CreditLines lines={saved.items[0]?.credits ?? []} description={description} />
      <Button loading={draws || push.busy} disabled={stream === null} onClick={() => void send()}>
        Push
      </Button>
    </DialogFrame>
  );
}
