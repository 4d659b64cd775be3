import { Loader } from '@mantine/core';
import { useCall } from '../../../api/queries.ts';
import { When } from '../../../parts/display/when.tsx';
import styles from './find-clients.module.css';

/** What a business's front page contains: its title, its social pages, and whether it posts. */
export function SiteLook({ url }: { url: string }) {
  const { data, error } = useCall('look-at-site', { url });
  if (error)
    return (
      <p className={styles.look} role="alert">
        {error.message}
      </p>
    );
  if (data === undefined)
    return (
      <p className={styles.look} role="status">
        <Loader size={14} aria-hidden="true" /> Looking at the site …
      </p>
    );
  if (!data.reached)
    return (
      <p className={styles.look} role="status">
        The site could not be read. It may be down, or not let programs in.
      </p>
    );
  return (
    <div className={styles.look} role="status">
      <p>
        <strong>{data.title || 'A page without a title'}</strong>
      </p>
      {data.description !== '' && <p>{data.description}</p>}
      <p>
        {data.socials.length === 0
          ? 'Links to no social page.'
          : data.socials.map(({ network, url: address }, at) => (
              <span key={network}>
                {at > 0 && ', '}
                <a href={address} target="_blank" rel="noreferrer">
                  {network}
                </a>
              </span>
            ))}
      </p>
      <p>
        {data.posted_at !== null ? (
          <>
            Last post in its feed: <When at={data.posted_at} form="short" />
          </>
        ) : data.feed === null ? (
          'No feed of posts.'
        ) : (
          'Has a feed, without dates.'
        )}
      </p>
    </div>
  );
}
