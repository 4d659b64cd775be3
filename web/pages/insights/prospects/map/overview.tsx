import { Base } from './base.tsx';
import styles from './map.module.css';
import { linesOf, toPx, type Size, type View } from './mercator.ts';

/** Above this zoom, outlines of countries say little about the location. */
const fromZoom = 7;
const countryZoom = 4;
const size: Size = { width: 148, height: 104 };

/** The location of the map in its country, on a small map; hidden if the map itself shows it. */
export function Overview({ view }: { view: View }) {
  if (view.zoom < fromZoom) return null;
  return (
    <div className={styles.overview} style={size} aria-hidden="true">
      <Base tiles={null} view={{ middle: view.middle, zoom: countryZoom }} size={size} />
      <span className={styles.here} />
    </div>
  );
}

type GridProps = { view: View; size: Size; scalePx: number };

/** Grid lines one scale length apart, which move with the map. */
export function Grid({ view, size: shown, scalePx }: GridProps) {
  const corner = toPx({ x: 0.5, y: 0.5 }, view, shown);
  return (
    <svg className={styles.grid} width={shown.width} height={shown.height} aria-hidden="true">
      {linesOf(corner.x, shown.width, scalePx).map((x) => (
        <line key={`x${x}`} x1={x} x2={x} y1={0} y2={shown.height} />
      ))}
      {linesOf(corner.y, shown.height, scalePx).map((y) => (
        <line key={`y${y}`} x1={0} x2={shown.width} y1={y} y2={y} />
      ))}
    </svg>
  );
}
