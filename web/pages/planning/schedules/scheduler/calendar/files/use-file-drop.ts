import { useEffect, useRef, type DragEvent } from 'react';

const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') === true;

/** Handlers of an area whose days and hours (`data-drop`) take files of the computer; nothing else on the page does. */
export function useFileDrop(onFiles: (files: readonly File[], drop: string) => void) {
  const over = useRef<HTMLElement>(null);
  const mark = (target: HTMLElement | null): void => {
    if (over.current === target) return;
    over.current?.removeAttribute('data-over');
    over.current = target;
    target?.setAttribute('data-over', '');
  };
  useEffect(() => {
    // A browser opens a file that falls beside the days, in place of the page.
    const stop = (event: globalThis.DragEvent): void => {
      if (hasFiles(event) && !event.defaultPrevented) {
        event.preventDefault();
        if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
      }
    };
    addEventListener('dragover', stop);
    addEventListener('drop', stop);
    return () => {
      removeEventListener('dragover', stop);
      removeEventListener('drop', stop);
    };
  }, []);
  const targetOf = ({ target }: DragEvent): HTMLElement | null =>
    target instanceof Element ? target.closest<HTMLElement>('[data-drop]') : null;
  return {
    onDragOver: (event: DragEvent) => {
      const target = hasFiles(event) ? targetOf(event) : null;
      mark(target);
      if (target === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) mark(null);
    },
    onDrop: (event: DragEvent) => {
      const drop = hasFiles(event) ? targetOf(event)?.dataset['drop'] : undefined;
      mark(null);
      if (drop === undefined) return;
      event.preventDefault();
      onFiles([...event.dataTransfer.files], drop);
    },
  };
}
