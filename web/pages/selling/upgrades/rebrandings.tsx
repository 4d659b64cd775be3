import { Link } from 'react-router';
import { useCall } from '../../../api/queries.ts';
import { ErrorState } from '../../../parts/states/error-state.tsx';
import link from '../../../parts/buttons/submit-button.module.css';
import { paths } from '../../../paths.ts';
import styles from './upgrades.module.css';

/** The current rebranding, and a link to its page. */
export function Rebrandings() {
  const { data, error, refetch } = useCall('fetch-wl-rebranding', {});
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <ul className={styles.materials}>
        {data?.map(({ id, name, logo }) => (
          <li key={id}>
            {logo !== null && <img src={logo} alt="" className={styles.logo} />}
            <strong>{name}</strong>
            <Link to={paths.rebranding()}>Edit or remove {name}</Link>
          </li>
        ))}
      </ul>
      {data?.length === 0 && (
        <>
          <p className={styles.note}>There is no rebranding yet.</p>
          <Link to={paths.rebranding()} className={link.button}>
            Rebrand
          </Link>
        </>
      )}
    </>
  );
}
