import { Modal, type ModalRootProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../../lib/keep-focus.ts';
import { useEscape } from '../../lib/use-escape.ts';
import styles from './dialog-frame.module.css';

type Props = {
  opened: boolean;
  /** Called for the cross, Escape and, with `closesOutside`, a press beside the dialog. */
  onClose: () => void;
  title: string;
  size?: ModalRootProps['size'];
  /** False if a press beside the dialog would lose typed words. */
  closesOutside?: boolean;
  /** Above every other dialog: for a dialog opened by another dialog's button; 'all' is above those too. */
  above?: boolean | 'all';
  /** False if only an answer closes the dialog. */
  closes?: boolean;
  children: ReactNode;
};

/**
 * A dialog with a title and content. It traps the focus and returns it. Its head is a plain box, because a `header`
 * would be the page's second banner to a screen reader.
 */
export function DialogFrame({
  opened,
  onClose,
  title,
  size = 'md',
  closesOutside = true,
  above = false,
  closes = true,
  children,
}: Props) {
  useEscape(opened, () => {
    if (closes) onClose();
  });
  useFocusReturn(opened);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      closeOnClickOutside={closesOutside && closes}
      closeOnEscape={false}
      {...(above ? { zIndex: above === 'all' ? 310 : 300 } : {})}
      centered
      classNames={{ content: styles.content ?? '', title: styles.title ?? '', body: styles.body ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.5} blur={2} />
      <Modal.Content radius="lg">
        <div className={styles.head}>
          <Modal.Title>{title}</Modal.Title>
          {closes && <Modal.CloseButton aria-label="Close" />}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
