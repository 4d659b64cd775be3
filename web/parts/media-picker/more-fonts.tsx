import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Data } from '#contract/index.ts';
import { useAction } from '../../api/action.ts';
import { loadPart } from '../../lib/load-code.ts';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { Icon } from '../icons/icon.tsx';
import { Skeletons } from '../states/skeletons.tsx';

const FontPicker = lazy(async () => ({
  default: (await loadPart(() => import('./media-picker.tsx'))).MediaPicker<'font'>,
}));

/** Searches the sources, embedded or configured, for fonts; `onTaken` receives the chosen one, ready for texts. */
export function MoreFonts({ onTaken }: { onTaken: (typeface: Data<'take-font'>) => void }) {
  const [opened, setOpened] = useState(false);
  const [taking, setTaking] = useState<string | null>(null);
  const take = useAction('take-font', {
    onDone: (typeface) => {
      setOpened(false);
      onTaken(typeface);
    },
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<Icon name="search" size={14} />}
        onClick={() => setOpened(true)}
      >
        More fonts
      </Button>
      <DialogFrame opened={opened} onClose={() => setOpened(false)} title="Find a font" size="32rem">
        <Suspense fallback={<Skeletons rows={4} kind="form" />}>
          <FontPicker
            type="font"
            taking={taking}
            onPick={({ id, url }) => {
              if (take.busy) return;
              setTaking(id);
              void take.run({ url }).finally(() => setTaking(null));
            }}
          />
        </Suspense>
      </DialogFrame>
    </>
  );
}
