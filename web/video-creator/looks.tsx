import { Button, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Look } from '#contract/content/videos-starts.ts';
import { layoutOf, stageOf } from '#render/layout/index.ts';
import { useCall } from '../api/queries.ts';
import { DialogFrame } from '../parts/dialogs/dialog-frame.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { projectOf } from './document.ts';
import { applyLook } from './edits.ts';
import { useEditor, usePreviewState, useSettings, useTile } from './editor.ts';
import styles from './panels/panels.module.css';

/** Opens the preset looks. */
export function LooksButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="sparkles" size={16} />} onClick={() => setIsOpen(true)}>
        Looks
      </Button>
      {isOpen && <Looks onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** The looks, each drawn on the selected slide. One press applies a look to the whole project; one Undo removes it. */
function Looks({ onClose }: { onClose: () => void }) {
  const { store } = useEditor();
  const looks = useCall('fetch-looks', {});
  const choose = (look: Look) => {
    store.change(applyLook(look));
    onClose();
  };
  return (
    <DialogFrame opened onClose={onClose} title="Looks for the whole video" size="xl">
      <Text size="sm" c="dimmed" mb="md">
        A look changes the texts and transitions of all slides. Undo reverts it.
      </Text>
      {looks.error && <Text role="alert">{looks.error.message}</Text>}
      <div className={styles.looks}>
        {(looks.data ?? []).map((look) => (
          <button key={look.id} type="button" className={styles.look} onClick={() => choose(look)}>
            <LookPicture look={look} />
            {look.name}
          </button>
        ))}
      </div>
    </DialogFrame>
  );
}

/** The selected slide in a look. */
function LookPicture({ look }: { look: Look }) {
  const { store, preview } = useEditor();
  const { tile } = useTile();
  const { settings } = useSettings();
  const { drawn } = usePreviewState();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const project = projectOf(store.snapshot().document, null);
    const text = tile.text.trim() || 'Your words here';
    const [other] = layoutOf({ ...project, tiles: [{ ...tile, ...look.tile, text }] }).tiles;
    // If a font cannot be loaded the picture stays empty; the name of the look is below it.
    if (canvas.current !== null && other !== undefined) preview.drawOther(canvas.current, other).catch(() => undefined);
  }, [store, preview, tile, look, drawn]);
  const { width, height } = stageOf(settings.ratio);
  return <canvas ref={canvas} height={180} style={{ aspectRatio: `${width} / ${height}` }} aria-hidden />;
}
