import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../../../lib/load-code.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';

const ImportDialog = lazy(async () => ({
  default: (await loadPart(() => import('./import/import-dialog.tsx'))).ImportDialog,
}));

/** Adds texts from a CSV file to a stream. */
export function ImportTexts({ streamId, formatted }: { streamId: string; formatted: boolean }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="file-text" size={16} />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setOpened(true)}
      >
        Import from CSV
      </Button>
      <Suspense fallback={null}>
        {opened && <ImportDialog opened streamId={streamId} formatted={formatted} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  );
}
