import { useState } from 'react';
import { boundsOfAll, type Handle } from '#rules/design/geometry.ts';
import type { Layer } from '#rules/design/design.ts';
import { useEditorState } from '../context.ts';
import { selectedLayers } from '../document/editor.ts';
import type { Grip } from './gesture.ts';
import styles from './stage.module.css';
import { usePointer, type Marquee } from './use-pointer.ts';

const corners: readonly Handle[] = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
];
const sides: readonly Handle[] = [
  { x: -1, y: 0 },
  { x: 1, y: 0 },
  { x: 0, y: -1 },
  { x: 0, y: 1 },
];

/** The layer above the canvas: frames, handles and guides; it receives the pointer events. */
export function Overlay({ zoom }: { zoom: number }) {
  const state = useEditorState();
  const { guides } = state;
  const { design } = state.history;
  const selected = selectedLayers(state);
  const [marquee, setMarquee] = useState<Marquee | null>(null);
  const pointer = usePointer({ zoom, onMarquee: setMarquee });
  const [only] = selected.length === 1 ? selected : [];
  const bounds = selected.length > 1 ? boundsOfAll(selected) : null;
  const line = 1.5 / zoom;
  return (
    <svg
      className={styles.overlay}
      viewBox={`0 0 ${design.width} ${design.height}`}
      role="presentation"
      {...pointer.stage}
    >
      {selected.map((layer) => (
        <rect
          key={layer.id}
          className={styles.frame}
          strokeWidth={line}
          {...boxOf(layer)}
          transform={turnOf(layer)}
          strokeDasharray={layer.isLocked ? `${4 / zoom}` : undefined}
        />
      ))}
      {only && !only.isLocked && (
        <Handles layer={only} handles={handlesOf(only)} {...{ zoom }} onGrip={pointer.grip} turns />
      )}
      {bounds && (
        <Handles
          layer={{ ...bounds, rotation: 0 }}
          handles={corners}
          {...{ zoom }}
          onGrip={pointer.grip}
          turns={false}
        />
      )}
      {guides.vertical !== null && (
        <line
          className={styles.guide}
          strokeWidth={line}
          x1={guides.vertical}
          x2={guides.vertical}
          y1={0}
          y2={design.height}
        />
      )}
      {guides.horizontal !== null && (
        <line
          className={styles.guide}
          strokeWidth={line}
          x1={0}
          x2={design.width}
          y1={guides.horizontal}
          y2={guides.horizontal}
        />
      )}
      {marquee && <rect className={styles.marquee} strokeWidth={line} {...marquee} />}
    </svg>
  );
}

type Box = Pick<Layer, 'x' | 'y' | 'width' | 'height' | 'rotation'>;
const boxOf = ({ x, y, width, height }: Box) => ({ x, y, width, height });
const turnOf = ({ x, y, width, height, rotation }: Box) => `rotate(${rotation} ${x + width / 2} ${y + height / 2})`;

/** A text that grows with its words has no upper and lower handle. */
const handlesOf = (layer: Layer): readonly Handle[] =>
  layer.kind === 'text' && !layer.fits ? [...corners, ...sides.slice(0, 2)] : [...corners, ...sides];

type HandlesProps = {
  layer: Box;
  handles: readonly Handle[];
  zoom: number;
  onGrip: (grip: Grip) => (event: React.PointerEvent) => void;
  turns: boolean;
};

function Handles({ layer, handles, zoom, onGrip, turns }: HandlesProps) {
  const radius = 6 / zoom;
  const [middleX, middleY] = [layer.x + layer.width / 2, layer.y + layer.height / 2];
  return (
    <g transform={turnOf(layer)}>
      {turns && (
        <>
          <line
            className={styles.frame}
            strokeWidth={1.5 / zoom}
            x1={middleX}
            x2={middleX}
            y1={layer.y}
            y2={layer.y - 26 / zoom}
          />
          <circle
            className={styles.handle}
            strokeWidth={1.5 / zoom}
            cx={middleX}
            cy={layer.y - 26 / zoom}
            r={radius}
            style={{ cursor: 'grab' }}
            data-handle="turn"
            onPointerDown={onGrip({ kind: 'turn' })}
          />
        </>
      )}
      {handles.map((handle) => (
        <rect
          key={`${handle.x} ${handle.y}`}
          className={styles.handle}
          strokeWidth={1.5 / zoom}
          x={middleX + (handle.x * layer.width) / 2 - radius}
          y={middleY + (handle.y * layer.height) / 2 - radius}
          width={2 * radius}
          height={2 * radius}
          rx={radius / 3}
          style={{ cursor: cursorOf(handle) }}
          data-handle={`${handle.x} ${handle.y}`}
          onPointerDown={onGrip({ kind: 'pull', handle })}
        />
      ))}
    </g>
  );
}

const cursorOf = ({ x, y }: Handle): string =>
  y === 0 ? 'ew-resize' : x === 0 ? 'ns-resize' : x === y ? 'nwse-resize' : 'nesw-resize';
