import { Button, Loader, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAction } from '../../../../api/action.ts';
import { loadPart } from '../../../../lib/load-code.ts';
import { DialogFrame } from '../../../../parts/dialogs/dialog-frame.tsx';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { counted } from '../../../../lib/words.ts';
import type { FileStreamType } from './check-file.ts';

const LibraryChoice = lazy(async () => ({
  default: (await loadPart(() => import('../../../../parts/library-choice/library-choice.tsx'))).LibraryChoice,
}));

const titles: Readonly<Record<FileStreamType, string>> = { image: 'Add pictures', video: 'Add videos' };

/** Adds files of the media library to a stream: several, one after the other, in one dialog. */
export function FromLibrary({ type, streamId }: { type: FileStreamType; streamId: string }) {
  const [opened, setOpened] = useState(false);
  const [added, setAdded] = useState<readonly string[]>([]);
  const [taking, setTaking] = useState<string | null>(null);
  const push = useAction('push-to-content-stream', { quiet: true });
  const close = () => {
    setOpened(false);
    setAdded([]);
  };
  return (
    <>
      <Button variant="default" leftSection={<Icon name="library-photo" size={18} />} onClick={() => setOpened(true)}>
        From the library
      </Button>
      <DialogFrame opened={opened} onClose={close} title={titles[type]} size="lg">
        <Suspense fallback={<Loader />}>
          <LibraryChoice
            kind={type}
            chosen={added}
            taking={taking}
            empty="You do not have any uploads"
            onChoose={async ({ id, url, title }) => {
              if (taking !== null || added.includes(id)) return;
              setTaking(id);
              const isDone = await push.run({ content_stream_id: streamId, title, title_from_file: true, url });
              setTaking(null);
              if (isDone) setAdded((before) => [...before, id]);
            }}
          />
          <Text size="sm" role="status" mt="sm">
            {added.length > 0 && `${counted(added.length, 'file')} added to the stream`}
          </Text>
        </Suspense>
      </DialogFrame>
    </>
  );
}
