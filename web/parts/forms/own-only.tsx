import type { ReactNode } from 'react';
import type { Permission } from '#rules/permissions.ts';
import { useMay } from '../../api/session.ts';
import styles from './own-only.module.css';

type Props = { permission: Permission; children: ReactNode };

/**
 * Controls that only the person itself may use: for an operator who is signed in for it they are disabled, and a
 * sentence says why.
 */
export function OwnOnly({ permission, children }: Props) {
  if (useMay(permission)) return children;
  return (
    <>
      <p className={styles.why}>Only the person themselves can change this, not an operator.</p>
      <fieldset disabled className={styles.controls}>
        {children}
      </fieldset>
    </>
  );
}
