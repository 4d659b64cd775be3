import styles from './failure.module.css';
import { BasicIcon } from '../icons/basic-icon.tsx';

/**
 * Why a form's last try failed, as long as that is relevant; nothing for ''. The action has announced it to screen
 * readers.
 */
export function Failure({ message }: { message: string }) {
  return (
    message !== '' && (
      <p className={styles.failure}>
        <BasicIcon name="alert-circle" size={18} />
        {message}
      </p>
    )
  );
}
