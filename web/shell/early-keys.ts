/**
 * Collects what is typed before the field that should take it has the focus, so that no first letter is lost. The
 * function that it returns ends the collecting and gives the typed text; called again, it gives ''.
 */
export function collectKeys(): () => string {
  const end = new AbortController();
  let typed = '';
  const take = (): string => {
    end.abort();
    const text = typed;
    typed = '';
    return text;
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') return void take();
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (/^.$/u.test(event.key)) typed += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', onKey, { capture: true, signal: end.signal });
  return take;
}
