import { useEffect, useRef, useSyncExternalStore } from 'react';
import { drawDesign } from '#render/layout/design/index.ts';
import { useEditor, useEditorState } from '../context.ts';
import { Overlay } from './overlay.tsx';
import styles from './stage.module.css';

/** The empty canvas says what to do. */
const emptyWords = 'Search from library or upload an image to start customizing it.';

/** The canvas at a zoom (px of the screen for one of the canvas), with the handles over it. */
export function Stage({ zoom }: { zoom: number }) {
  const { editor, materials } = useEditor();
  const { history } = useEditorState();
  const { design } = history;
  const canvas = useRef<HTMLCanvasElement>(null);
  const isLoading = useSyncExternalStore(materials.subscribe, materials.isLoading);
  const scale = zoom * Math.min(2, globalThis.devicePixelRatio || 1);

  useEffect(() => {
    let frame = 0;
    const draw = () => {
      frame = 0;
      const context = canvas.current?.getContext('2d', { willReadFrequently: true });
      if (!context) return;
      performance.mark('draw-begins');
      drawDesign(context, editor.state().history.design, { scale, means: materials.means });
      performance.measure('draw-design', 'draw-begins');
    };
    const ask = () => {
      frame ||= requestAnimationFrame(draw);
    };
    const onChange = () => {
      materials.prepare(editor.state().history.design);
      ask();
    };
    onChange();
    const stops = [editor.subscribe(onChange), materials.subscribe(ask)];
    return () => {
      cancelAnimationFrame(frame);
      for (const stop of stops) stop();
    };
  }, [editor, materials, scale]);

  return (
    <div
      className={styles.stage}
      style={{ width: design.width * zoom, height: design.height * zoom }}
      data-empty={design.layers.length === 0 || undefined}
      aria-busy={isLoading}
    >
      <canvas
        ref={canvas}
        width={Math.round(design.width * scale)}
        height={Math.round(design.height * scale)}
        className={styles.canvas}
        aria-hidden="true"
      />
      {design.layers.length === 0 && <p className={styles.empty}>{emptyWords}</p>}
      <Overlay zoom={zoom} />
    </div>
  );
}
