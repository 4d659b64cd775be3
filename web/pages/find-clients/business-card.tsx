import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { useMay } from '../../api/session.ts';
import { Icon } from '../../parts/icon.tsx';
import { paths } from '../../paths.ts';
import type { Prospect } from '../client-editor/client-fields.ts';
import styles from './find-clients.module.css';
import { SiteLook } from './site-look.tsx';

/** A business that was found. */
export type Business = Data<'find-businesses'>['businesses'][number];

/** What of a business goes into the form of a client. */
const prospectOf = ({ name, email, address, site, phone, hours }: Business): Prospect => ({
  name,
  email: email ?? '',
  company: name.slice(0, 200),
  description: [address, phone, site, hours].filter((line) => line !== null && line !== '').join('\n'),
});

/** One business: what the map knows of it, a look at its site, and the way to make it a client. */
export function BusinessCard({ business }: { business: Business }) {
  const adds = useMay('manageClients');
  const [isLooking, setLooking] = useState(false);
  const { name, address, site, phone, email, hours, page_url } = business;
  const rows = [
    { label: 'Address', value: address === '' ? null : address },
    { label: 'Phone', value: phone, href: phone === null ? '' : `tel:${phone.replaceAll(/[^+\d]/g, '')}` },
    { label: 'Email', value: email, href: email === null ? '' : `mailto:${email}` },
    { label: 'Hours', value: hours },
  ];
  return (
    <article className={styles.card}>
      <h2>{name}</h2>
      <dl className={styles.facts}>
        {rows.map(({ label, value, href }) =>
          value === null ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{href ? <a href={href}>{value}</a> : value}</dd>
            </div>
          ),
        )}
        <div>
          <dt>Site</dt>
          <dd>
            {site === null ? (
              'None on the map'
            ) : (
              <Anchor href={site} target="_blank" rel="noreferrer" inherit>
                {new URL(site).hostname}
              </Anchor>
            )}
          </dd>
        </div>
      </dl>
      {isLooking && site !== null && <SiteLook url={site} />}
      <div className={styles.actions}>
        {adds && (
          <Button
            component={Link}
            to={paths.addClient()}
            state={{ prospect: prospectOf(business) }}
            size="compact-sm"
            variant="light"
            leftSection={<Icon name="user-plus" size={14} />}
            aria-label={`Add ${name} as a client`}
          >
            Add Client
          </Button>
        )}
        {site !== null && !isLooking && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="eye" size={14} />}
            aria-label={`Look at the site of ${name}`}
            onClick={() => setLooking(true)}
          >
            Look at the site
          </Button>
        )}
        <Button
          component="a"
          href={page_url}
          target="_blank"
          rel="noreferrer"
          size="compact-sm"
          variant="subtle"
          leftSection={<Icon name="map-pin" size={14} />}
          aria-label={`${name} on the map`}
        >
          Map
        </Button>
      </div>
    </article>
  );
}
