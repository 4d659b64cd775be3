import styles from './failure.module.css';
import { Icon } from './icon.tsx';

/** Why a form's last try failed, as long as it is of use; nothing for ''. The notice has said it to screen readers already. */
export function Failure({ message }: { message: string }) {
  return message !== '' && <p className={styles.failure}><Icon name="alert-circle" size={18} />{message}</p>;
}
