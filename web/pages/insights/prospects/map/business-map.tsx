import { ActionIcon } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { counted } from '../../../../lib/words.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { Base, type Tiles } from './base.tsx';
import { clustersOf, type Cluster } from './clusters.ts';
import styles from './map.module.css';
import { moved, scaleOf, spotOf, toPx, viewOf, zoomed, zooms, type Spot, type View } from './mercator.ts';
import { Grid, Overview } from './overview.tsx';

/** A business at its position. */
export type Pin = { id: string; name: string; latitude: number; longitude: number };

type Props = {
  pins: readonly Pin[];
  tiles: Tiles;
  /** The ids of the selected businesses. */
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
};

const clusterPx = 40;
const stepPx = 80;
const steps: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -stepPx, y: 0 },
  ArrowRight: { x: stepPx, y: 0 },
  ArrowUp: { x: 0, y: -stepPx },
  ArrowDown: { x: 0, y: stepPx },
};

/**
 * A map of businesses: moved by the pointer or the arrow keys, zoomed by its buttons, + and -. Pins that are too close
 * together become one with their number, which zooms in on them.
 */
export function BusinessMap({ pins, tiles, chosen, onChoose }: Props) {
  const { ref, width, height } = useElementSize();
  const size = { width, height };
  const whole = useRef<HTMLButtonElement>(null);
  const [own, setOwn] = useState<View | null>(null);
  const [before, setBefore] = useState(pins);
  // When the businesses change, the map moves to show all of them.
  if (before !== pins) {
    setBefore(pins);
    setOwn(null);
  }
  const spots = pins.map((pin) => ({ item: pin, spot: spotOf(pin) }));
  const view =
    own ??
    viewOf(
      spots.map(({ spot }) => spot),
      size,
    );
  const drag = useDrag((by) => setOwn((now) => moved(now ?? view, by)));
  const scale = scaleOf(view, size);

  const open = ({ items }: Cluster<Pin>): void => {
    const near = viewOf(items.map(spotOf), size, zooms.most);
    if (items.length === 1 || near.zoom <= view.zoom) return onChoose(items.map(({ id }) => id));
    setOwn(near);
    whole.current?.focus(); // the pin itself no longer exists
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step) setOwn(moved(view, step));
    else if (event.key === '+' || event.key === '-') setOwn(zoomed(view, event.key === '+' ? 1 : -1));
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles.map} role="group" aria-label="Map of the businesses" onKeyDown={onKeyDown}>
      <div ref={ref} className={styles.surface} {...drag} onDoubleClick={() => setOwn(zoomed(view, 1))}>
        {width > 0 && (
          <>
            <Base tiles={tiles} view={view} size={size} />
            {tiles === null && <Grid view={view} size={size} scalePx={scale.px} />}
            <Pins spots={spots} view={view} size={size} chosen={chosen} onOpen={open} />
          </>
        )}
      </div>
      <div className={styles.buttons}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Zoom in"
          disabled={view.zoom >= zooms.most}
          onClick={() => setOwn(zoomed(view, 1))}
        >
          <Icon name="plus" size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Zoom out"
          disabled={view.zoom <= zooms.least}
          onClick={() => setOwn(zoomed(view, -1))}
        >
          <Icon name="minus" size={18} />
        </ActionIcon>
        <ActionIcon ref={whole} variant="default" size={36} aria-label="Show all" onClick={() => setOwn(null)}>
          <Icon name="maximize" size={18} />
        </ActionIcon>
      </div>
      {tiles === null && <Overview view={view} />}
      <p className={styles.foot}>
        <span className={styles.scale} style={{ width: scale.px }}>
          {scale.words}
        </span>
        <span>{tiles?.attribution ?? 'Outlines of countries: Natural Earth'}</span>
      </p>
    </div>
  );
}

type PinsProps = {
  spots: readonly { item: Pin; spot: Spot }[];
  view: View;
  size: { width: number; height: number };
  chosen: readonly string[];
  onOpen: (cluster: Cluster<Pin>) => void;
};

function Pins({ spots, view, size, chosen, onOpen }: PinsProps) {
  const shown = spots
    .map(({ item, spot }) => ({ item, px: toPx(spot, view, size) }))
    .filter(({ px }) => px.x >= 0 && px.y >= 0 && px.x <= size.width && px.y <= size.height);
  return clustersOf(shown, clusterPx).map((cluster) => {
    const { at, items } = cluster;
    const [first] = items;
    const isOne = items.length === 1;
    return (
      <button
        key={first?.id}
        type="button"
        className={isOne ? styles.pin : styles.cluster}
        style={{ left: at.x, top: at.y }}
        data-chosen={items.some(({ id }) => chosen.includes(id)) || undefined}
        aria-label={isOne ? first?.name : `${counted(items.length, 'business', 'businesses')} close together`}
        title={isOne ? first?.name : undefined}
        onClick={() => onOpen(cluster)}
        onPointerDown={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        {isOne ? <Icon name="map-pin" size={18} /> : items.length}
      </button>
    );
  });
}

/** Drags with a pressed pointer: `onMove` receives the px by which the view moves. */
function useDrag(onMove: (by: Spot) => void) {
  const last = useRef<Spot | null>(null);
  const end = (): void => {
    last.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      last.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent) => {
      if (last.current === null) return;
      onMove({ x: last.current.x - x, y: last.current.y - y });
      last.current = { x, y };
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
