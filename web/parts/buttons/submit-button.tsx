import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './submit-button.module.css';

type Props = {
  busy: boolean;
  disabled?: boolean;
  children: ReactNode;
  /** The click handler of a primary button that is not in a form. */
  onClick?: () => void;
  fullWidth?: boolean;
};

/**
 * The primary button of a form, in the brand's gradient. It shows a spinner while it works and ignores further presses.
 */
export function SubmitButton({ busy, disabled = false, children, onClick, fullWidth = false }: Props) {
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      className={styles.button}
      data-full={fullWidth || undefined}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.();
      }}
    >
      {busy && <Loader size={16} color="var(--brand-on)" aria-hidden="true" />}
      {children}
    </button>
  );
}
