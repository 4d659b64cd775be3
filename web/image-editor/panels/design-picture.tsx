import { useEffect, useRef } from 'react';
import type { Design } from '#rules/design/design.ts';
import { drawDesign } from '#render/layout/design/index.ts';
import { useEditor } from '../context.ts';
import styles from './templates.module.css';

type Props = { design: Design; width: number };

/** A small picture of a design, drawn once it scrolls into view and again as its fonts and pictures load. */
export function DesignPicture({ design, width }: Props) {
  const { materials } = useEditor();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = width / design.width;
  const height = Math.round(design.height * scale);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    let frame = 0;
    let stop = () => {};
    const draw = () => {
      frame = 0;
      const context = element.getContext('2d', { willReadFrequently: true });
      if (context) drawDesign(context, design, { scale: element.width / design.width, means: materials.means });
      // Files that load for other designs do not redraw this one.
      if (materials.isComplete(design)) stop();
    };
    const ask = () => {
      frame ||= requestAnimationFrame(draw);
    };
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      stop = materials.subscribe(ask);
      materials.prepare(design);
      ask();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      stop();
    };
  }, [design, materials]);
  return <canvas ref={canvas} width={width * 2} height={height * 2} className={styles.picture} aria-hidden="true" />;
}
