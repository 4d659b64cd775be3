import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Design } from '#rules/design/design.ts';
import { openRedrawing } from '#render/layout/design/index.ts';
import { useEditor, useEditorValue } from '../context.ts';
import { Overlay } from './overlay.tsx';
import styles from './stage.module.css';

/** Instructions on the empty canvas. */
const emptyWords = 'Search from library or upload an image to start customizing it.';

/** Milliseconds without a change after which every layer is redrawn. */
const atRest = 200;

/** The canvas at a zoom (screen px per canvas px), with the handles above it. */
export function Stage({ zoom }: { zoom: number }) {
  const { editor, materials } = useEditor();
  // Primitive values, because a drag changes the design with each frame.
  const width = useEditorValue(({ history }) => history.design.width);
  const height = useEditorValue(({ history }) => history.design.height);
  const isEmpty = useEditorValue(({ history }) => history.design.layers.length === 0);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isLoading = useSyncExternalStore(materials.subscribe, materials.isLoading);
  const scale = zoom * Math.min(2, globalThis.devicePixelRatio || 1);

  useEffect(() => {
    const context = canvas.current?.getContext('2d', { willReadFrequently: true });
    if (!context) return;
    const drawing = openRedrawing(context, materials.means);
    const look = () => ({ design: editor.state().history.design, scale });
    let [frame, resting, isWhole] = [0, 0, true];
    const draw = () => {
      frame = 0;
      clearTimeout(resting);
      performance.mark('draw-begins');
      if (isWhole) drawing.drawWhole(look());
      else if (!drawing.draw(look()).isExact) resting = window.setTimeout(askForAll, atRest);
      isWhole = false;
      performance.measure('draw-design', 'draw-begins');
    };
    const ask = () => {
      frame ||= requestAnimationFrame(draw);
    };
    const askForAll = () => {
      isWhole = true;
      ask();
    };
    let prepared: Design | null = null;
    const onChange = () => {
      const { design } = editor.state().history;
      if (design !== prepared) materials.prepare(design);
      prepared = design;
      ask();
    };
    onChange();
    const stops = [editor.subscribe(onChange), materials.subscribe(askForAll)];
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(resting);
      for (const stop of stops) stop();
    };
  }, [editor, materials, scale]);

  return (
    <div
      className={styles.stage}
      style={{ width: width * zoom, height: height * zoom }}
      data-empty={isEmpty || undefined}
      aria-busy={isLoading}
    >
      <canvas
        ref={canvas}
        width={Math.round(width * scale)}
        height={Math.round(height * scale)}
        className={styles.canvas}
        aria-hidden="true"
      />
      {isEmpty && <p className={styles.empty}>{emptyWords}</p>}
      <Overlay zoom={zoom} />
    </div>
  );
}
