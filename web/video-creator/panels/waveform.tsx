import { useEffect, useRef } from 'react';
import styles from './panels.module.css';

/** A sound as a waveform: `peaks` are the lowest and the highest sample of equal sections, -128 to 127, alternating. */
export function Waveform({ peaks }: { peaks: readonly number[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const { width, height } = context.canvas;
    context.clearRect(0, 0, width, height);
    context.fillStyle = getComputedStyle(context.canvas).color;
    const stretches = peaks.length / 2;
    for (let x = 0; x < width; x++) {
      const at = 2 * Math.floor((x / width) * stretches);
      const [low = 0, high = 0] = [peaks[at], peaks[at + 1]];
      const top = (1 - (high + 128) / 256) * height;
      context.fillRect(x, top, 1, Math.max(1, ((high - low) / 256) * height));
    }
  }, [peaks]);
  return <canvas ref={canvas} width={600} height={64} className={styles.wave} role="img" aria-label="Waveform" />;
}
