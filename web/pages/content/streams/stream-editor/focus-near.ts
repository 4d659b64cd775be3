/** Frames after which waiting ends: about two seconds. */
const patience = 120;

/**
 * Moves the focus, once the confirmation has closed, to the row that took the position of a deleted one or, without
 * one, to the undo button: the pressed button was deleted with its row.
 */
export function focusNear(item: { id: string } | null): void {
  let frames = 0;
  const look = (): void => {
    frames += 1;
    const isAsked = document.querySelector('[role=dialog]') !== null;
    const row = item && document.querySelector(`tr[data-item="${item.id}"] input`);
    const target = row ?? document.querySelector('[role=status] button');
    const isLost = document.activeElement === document.body;
    if (!isAsked && isLost && target instanceof HTMLElement) return target.focus();
    if (frames < patience) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
