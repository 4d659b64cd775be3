import type { ReactNode } from 'react';
import styles from './wizard.module.css';

type Props = {
  kind: 'radio' | 'checkbox';
  /** Options with the same name form a group. */
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  picture: ReactNode;
  title: ReactNode;
  hint?: ReactNode;
  /** Why it cannot be selected; dims it. */
  disabled?: boolean;
};

/** One option of the wizard: a native radio button or checkbox, with the usual keyboard behaviour. */
export function Option({ kind, name, checked, onChange, picture, title, hint, disabled = false }: Props) {
  return (
    <label className={styles.option} data-disabled={disabled || undefined}>
      <input
        type={kind}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {picture}
      <span className={styles.optionWords}>
        <span className={styles.optionTitle}>{title}</span>
        {hint !== undefined && <span className={styles.optionHint}>{hint}</span>}
      </span>
    </label>
  );
}
