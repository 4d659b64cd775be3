import { Button, Loader } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAction } from '../../../../api/action.ts';
import { loadPart } from '../../../../lib/load-code.ts';
import { DialogFrame } from '../../../../parts/dialogs/dialog-frame.tsx';
import { Icon } from '../../../../parts/icons/icon.tsx';
import type { FileStreamType } from './check-file.ts';

const MediaPicker = lazy(async () => ({
  default: (await loadPart(() => import('../../../../parts/media-picker/media-picker.tsx')))
    .MediaPicker<FileStreamType>,
}));

const titles: Readonly<Record<FileStreamType, string>> = { image: 'Add pictures', video: 'Add videos' };

/** Adds pictures or videos from the sources to a stream: several, one after the other, in one dialog. */
export function FromSource({ type, streamId }: { type: FileStreamType; streamId: string }) {
  const [opened, setOpened] = useState(false);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [taking, setTaking] = useState<string | null>(null);
  const push = useAction('push-to-content-stream');
  const close = () => {
    setOpened(false);
    setPicked([]);
  };
  return (
    <>
      <Button variant="default" leftSection={<Icon name="search" size={18} />} onClick={() => setOpened(true)}>
        From a source
      </Button>
      <DialogFrame opened={opened} onClose={close} title={titles[type]} size="lg">
        <Suspense fallback={<Loader />}>
          <MediaPicker
            type={type}
            picked={picked}
            taking={taking}
            onPick={async (result) => {
              if (taking !== null) return;
              setTaking(result.id);
              const done = await push.run({
                content_stream_id: streamId,
                title: result.title,
                url: 'url' in result ? result.url : result.image,
              });
              setTaking(null);
              if (done) setPicked([...picked, result.id]);
            }}
          />
        </Suspense>
      </DialogFrame>
    </>
  );
}
