import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { isTyping } from './use-keys.ts';

/** Screen px per canvas px. */
const zooms = { least: 0.05, most: 4, step: 1.25, fittingMost: 2 };

type Size = { width: number; height: number };
type View = { zoom: number; zoomIn: () => void; zoomOut: () => void; fit: () => void };

/**
 * The view of the canvas in its frame. It fits until the person zooms with the buttons, with plus, minus and 0, or with
 * the wheel and Ctrl, which keeps the point under the pointer. The frame is scrolled, or dragged with the middle button
 * or with the space bar held.
 */
export function useView(frame: RefObject<HTMLElement | null>, { width, height }: Size): View {
  const [chosen, setChosen] = useState<number | null>(null);
  const [room, setRoom] = useState({ width: 700, height: 478 });
  // Before the first paint, so that the canvas has its size at once.
  useLayoutEffect(() => {
    if (frame.current === null) return;
    setRoom(contentOf(frame.current));
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  const fitting = Math.min((room.width - 24) / width, (room.height - 48) / height, zooms.fittingMost);
  const zoom = chosen ?? Math.max(zooms.least, fitting);

  const held = useRef<Held | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || held.current === null) return;
    const { share, at } = held.current;
    held.current = null;
    const canvas = canvasIn(element);
    if (canvas === null) return;
    const box = canvas.getBoundingClientRect();
    element.scrollBy(box.left + share.x * box.width - at.x, box.top + share.y * box.height - at.y);
  }, [frame, zoom]);

  const zoomBy = (factor: number) => setChosen(Math.min(zooms.most, Math.max(zooms.least, zoom * factor)));
  const view: View = {
    zoom,
    zoomIn: () => zoomBy(zooms.step),
    zoomOut: () => zoomBy(1 / zooms.step),
    fit: () => setChosen(null),
  };
  const latest = useRef({ view, zoomBy });
  useEffect(() => {
    latest.current = { view, zoomBy };
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault(); // otherwise the whole page is zoomed
      held.current = heldAt(element, event);
      latest.current.zoomBy(Math.exp(-event.deltaY / 400));
    };
    const onKey = (event: KeyboardEvent) => {
      const { view: now } = latest.current;
      const perform = { '+': now.zoomIn, '=': now.zoomIn, '-': now.zoomOut, '0': now.fit }[event.key];
      if (perform === undefined || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      perform();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    document.addEventListener('keydown', onKey);
    const stopPanning = pannedBy(element);
    return () => {
      element.removeEventListener('wheel', onWheel);
      document.removeEventListener('keydown', onKey);
      stopPanning();
    };
  }, [frame]);
  return view;
}

/** The space within an element's padding, px. */
function contentOf(element: HTMLElement): Size {
  const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(element);
  return {
    width: element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
    height: element.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom),
  };
}

/** A point of the canvas, as fractions of its sides, that stays under the pointer. */
type Held = { share: { x: number; y: number }; at: { x: number; y: number } };

const canvasIn = (frame: HTMLElement): HTMLCanvasElement | null => frame.querySelector('canvas');

function heldAt(frame: HTMLElement, { clientX: x, clientY: y }: MouseEvent): Held | null {
  const box = canvasIn(frame)?.getBoundingClientRect();
  if (box === undefined) return null;
  return { share: { x: (x - box.left) / box.width, y: (y - box.top) / box.height }, at: { x, y } };
}

/** Lets a frame be dragged with the middle button, or with the space bar held; returns a function that ends this. */
function pannedBy(frame: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let isSpaceHeld = false;
  let from: { x: number; y: number } | null = null;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== ' ' || isTyping(event.target)) return;
    const isOnFrame = frame === document.activeElement || document.activeElement === document.body;
    if (!isOnFrame) return;
    event.preventDefault(); // otherwise the page scrolls
    isSpaceHeld = event.type === 'keydown';
    frame.style.cursor = isSpaceHeld ? 'grab' : '';
  };
  document.addEventListener('keydown', onKey, { signal });
  document.addEventListener('keyup', onKey, { signal });
  // Before the canvas receives the event: dragging the frame must not start a selection.
  const onDown = (event: PointerEvent) => {
    if (event.button !== 1 && !(event.button === 0 && isSpaceHeld)) return;
    event.preventDefault();
    event.stopPropagation();
    frame.setPointerCapture(event.pointerId);
    from = { x: frame.scrollLeft + event.clientX, y: frame.scrollTop + event.clientY };
  };
  frame.addEventListener('pointerdown', onDown, { signal, capture: true });
  const onMove = (event: PointerEvent) => {
    if (from !== null) frame.scrollTo(from.x - event.clientX, from.y - event.clientY);
  };
  frame.addEventListener('pointermove', onMove, { signal });
  const onUp = () => {
    from = null;
  };
  for (const type of ['pointerup', 'pointercancel']) frame.addEventListener(type, onUp, { signal });
  return () => stop.abort();
}
