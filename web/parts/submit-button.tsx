import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './submit-button.module.css';

type Props = {
  busy: boolean;
  disabled?: boolean;
  children: ReactNode;
  /** For a primary button that is not a form's: what it does. */
  onClick?: () => void;
  fullWidth?: boolean;
};

/** The loud button of a form, in the brand's gradient; a spinner while it works, and no second press meanwhile. */
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
