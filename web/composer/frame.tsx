import { Modal } from '@mantine/core';
import type { DragEvent, KeyboardEvent, ReactNode, SyntheticEvent } from 'react';
import { useFocusReturn } from '../lib/keep-focus.ts';
import { useEscape } from '../lib/use-escape.ts';
import styles from './frame.module.css';

type Props = {
  title: string;
  /** In the head, at the right. */ side?: ReactNode;
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Takes files that are dropped or pasted into the window; null if it takes none. */
  onFiles: ((files: readonly File[]) => void) | null;
  children: ReactNode;
};

/** Whether it happened in the window itself: React sends it what happens in a dialog above it, too. */
const isInside = ({ target, currentTarget }: SyntheticEvent): boolean =>
  target instanceof Node && currentTarget.contains(target);

/** The window of a post: over the page, on a phone the whole screen. */
export function Frame({ title, side, onClose, onKeyDown, onFiles, children }: Props) {
  useEscape(true, onClose);
  useFocusReturn(true);
  const drop = (event: DragEvent) => {
    if (!isInside(event) || onFiles === null || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      size={1120}
      classNames={{ content: styles.window ?? '', body: styles.body ?? '', inner: styles.inner ?? '' }}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content radius={14}>
        {/* Mantine's own element drops this handler. */}
        <div
          className={styles.sheet}
          role="presentation"
          onKeyDown={(event) => {
            if (isInside(event)) onKeyDown?.(event);
          }}
          onDrop={drop}
          onDragOver={(event) => {
            if (onFiles !== null && event.dataTransfer.types.includes('Files')) event.preventDefault();
          }}
          onPaste={(event) => {
            const files = [...event.clipboardData.files];
            if (!isInside(event) || onFiles === null || files.length === 0) return;
            event.preventDefault();
            onFiles(files);
          }}
        >
          <div className={styles.head}>
            <Modal.Title className={styles.heading ?? ''}>{title}</Modal.Title>
            <div className={styles.side}>{side}</div>
            <Modal.CloseButton aria-label="Close" />
          </div>
          <Modal.Body>{children}</Modal.Body>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
