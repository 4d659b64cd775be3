import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { movedBy, boxOf, zoomedTo, type Crop, type Size } from './crop.ts';
import styles from './my-account.module.css';

type Props = {
  address: string;
  picture: RefObject<HTMLImageElement | null>;
  size: Size | null;
  crop: Crop;
  onSize: (size: Size) => void;
  onCrop: (crop: Crop) => void;
  onBroken: () => void;
};
type Point = { x: number; y: number };

/** How far an arrow key moves the picture, in sides of the frame. */
const step = 0.05;
const arrows: Readonly<Record<string, { right: number; down: number }>> = {
  ArrowLeft: { right: step, down: 0 },
  ArrowRight: { right: -step, down: 0 },
  ArrowUp: { right: 0, down: step },
  ArrowDown: { right: 0, down: -step },
};

/**
 * The frame in which a picture is moved: dragged by mouse or finger, pinched by two fingers, moved by the arrow keys,
 * zoomed by plus and minus.
 */
export function CropFrame({ address, picture, size, crop, onSize, onCrop, onBroken }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Point>());

  // React's wheel listener is passive, with which the page would scroll too.
  useEffect(() => {
    const element = frame.current;
    if (!element || !size) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      onCrop(zoomedTo(crop, crop.zoom * Math.exp(-event.deltaY / 500), size));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [crop, size, onCrop]);

  const onMove = (event: PointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before || !size) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    const side = event.currentTarget.clientWidth;
    const moved = movedBy(crop, { right: (before.x - now.x) / side, down: (before.y - now.y) / side }, size);
    onCrop(other ? zoomedTo(moved, moved.zoom * (apart(now, other) / Math.max(1, apart(before, other))), size) : moved);
  };
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const arrow = arrows[event.key];
    if (!size || (!arrow && !['+', '-'].includes(event.key))) return;
    event.preventDefault();
    onCrop(arrow ? movedBy(crop, arrow, size) : zoomedTo(crop, crop.zoom * (event.key === '+' ? 1.1 : 1 / 1.1), size));
  };
  const lift = (event: PointerEvent<HTMLDivElement>) => {
    fingers.current.delete(event.pointerId);
  };
  const box = size ? boxOf(crop, size) : null;

  return (
    <div
      ref={frame}
      className={styles.frame}
      role="group"
      aria-label="Part of the picture. Arrow keys move it, plus and minus zoom."
      tabIndex={0}
      data-autofocus
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      }}
      onPointerMove={onMove}
      onPointerUp={lift}
      onPointerCancel={lift}
      onKeyDown={onKey}
    >
      <img
        ref={picture}
        src={address}
        alt=""
        draggable={false}
        hidden={!box}
        style={
          box
            ? {
                left: percent(box.left),
                top: percent(box.top),
                width: percent(box.width),
                height: percent(box.height),
              }
            : {}
        }
        onLoad={({ currentTarget }) =>
          onSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
        onError={onBroken}
      />
    </div>
  );
}

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const percent = (share: number): string => `${share * 100}%`;
