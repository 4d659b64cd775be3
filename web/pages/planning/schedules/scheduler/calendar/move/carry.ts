/** Pixels after which a press becomes a drag. */
const far = 6;
/** Pixels from the edge of the scroll container within which a drag scrolls it. */
const edge = 48;

/** Drags a box with the pointer until it is released over a target (`data-drop`), or cancelled by Escape. */
export function carry(box: HTMLElement, start: PointerEvent, onDrop: (drop: string) => void): void {
  const end = new AbortController();
  const { signal } = end;
  let ghost: HTMLElement | null = null;
  let over: HTMLElement | null = null;
  const mark = (dropTarget: HTMLElement | null): void => {
    over?.removeAttribute('data-over');
    over = dropTarget;
    over?.setAttribute('data-over', '');
  };
  const finish = (): void => {
    end.abort();
    if (ghost) swallowClick();
    ghost?.remove();
    box.removeAttribute('data-carried');
    mark(null);
  };
  const follow = (event: PointerEvent): void => {
    if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < far) return;
    ghost ??= ghostOf(box);
    ghost.style.translate = `${event.clientX - start.clientX}px ${event.clientY - start.clientY}px`;
    const below = document.elementFromPoint(event.clientX, event.clientY);
    mark(below?.closest<HTMLElement>('[data-drop]') ?? null);
    scrollAt(below, event.clientY);
  };
  addEventListener('pointermove', follow, { signal });
  addEventListener(
    'pointerup',
    () => {
      const drop = ghost ? over?.dataset['drop'] : undefined;
      finish();
      if (drop !== undefined) onDrop(drop);
    },
    { signal },
  );
  addEventListener('pointercancel', finish, { signal });
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') finish();
    },
    { signal, capture: true },
  );
}

function ghostOf(box: HTMLElement): HTMLElement {
  const { left, top, width } = box.getBoundingClientRect();
  const ghost = box.cloneNode(true);
  if (!(ghost instanceof HTMLElement)) throw new Error('a copy of an element is one');
  ghost.dataset['ghost'] = '';
  ghost.inert = true;
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  document.body.append(ghost);
  box.setAttribute('data-carried', '');
  return ghost;
}

/** A release over the box itself is followed by a click, which must do nothing. */
function swallowClick(): void {
  const stop = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }), 0);
}

function scrollAt(below: Element | null, y: number): void {
  const area = below?.closest('[data-scrolls]');
  if (!area) return;
  const { top, bottom } = area.getBoundingClientRect();
  if (y > bottom - edge) area.scrollBy({ top: 12 });
  else if (y < top + 2 * edge) area.scrollBy({ top: -12 });
}
