import styles from './sample-badge.module.css';

/** Marks a result that the sandbox made up, because the operator has not configured its source. */
export const SampleBadge = () => <span className={styles.sample}>Sample</span>;
