/** Frames after which nothing is waited for any more: about two seconds. */
const patience = 120;

/**
 * Gives the focus to the row that has come to the position of a deleted one, or, without one, to the way back, once the
 * question is closed: its button is gone with the row.
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
