import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../../lib/keep-focus.ts';
import { useEscape } from '../../lib/use-escape.ts';
import { Icon, type IconName } from '../icons/icon.tsx';
import styles from './dialogs.module.css';
import { useRowEnd } from './use-row-end.ts';

type Props = {
  opened: boolean;
  /** Whether the answer is being carried out; absent for a message, which has nothing to carry out. */
  busy?: boolean;
  onClose: () => void;
  icon: IconName;
  tone: 'good' | 'bad' | 'warn';
  title: string;
  text: string;
  /** A paragraph under the text. */
  detail?: ReactNode;
  /** The answers; two are shown side by side. */
  children: ReactNode;
};

/**
 * A short question or message in the middle of the screen: an icon, a title, a sentence and its answers. A question
 * closes if the row from which it was opened disappears.
 */
export function Ask({ opened, busy, onClose, icon, tone, title, text, detail, children }: Props) {
  useEscape(opened, onClose);
  useRowEnd({ opened: opened && busy !== undefined, busy: busy === true, onClose });
  useFocusReturn(opened);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      centered
      size="sm"
      transitionProps={{ duration: 150, transition: 'pop' }}
    >
      <Modal.Overlay backgroundOpacity={0.5} blur={2} />
      <Modal.Content radius="lg">
        <Modal.Body className={styles.dialog ?? ''}>
          <span className={styles.icon} data-tone={tone}>
            <Icon name={icon} size={28} />
          </span>
          <Modal.Title className={styles.title ?? ''}>{title}</Modal.Title>
          <p>{text}</p>
          {detail}
          <div className={styles.buttons}>{children}</div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
