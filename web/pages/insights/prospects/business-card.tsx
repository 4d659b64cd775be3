import { Anchor, Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../api/session.ts';
import { Icon } from '../../../parts/icons/icon.tsx';
import { paths } from '../../../paths.ts';
import { cardId, prospectOf, type Business } from './business.ts';
import styles from './find-clients.module.css';
import { SiteLook } from './site-look.tsx';

type Props = {
  id: string;
  business: Business;
  /** Further information, under its facts. */
  more?: ReactNode;
  /** Further actions. */
  actions: ReactNode;
};

/** One business: the map's facts about it, a summary of its website, and a button to make it a client. */
export function BusinessCard({ id, business, more, actions }: Props) {
  const adds = useMay('manageClients');
  const [isLooking, setLooking] = useState(false);
  const { name, site, page_url } = business;
  return (
    <article id={cardId(id)} tabIndex={-1} className={styles.card}>
      <h2>{name}</h2>
      <Facts {...business} />
      {more}
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
            aria-label={`Add Client: ${name}`}
          >
            Add Client
          </Button>
        )}
        {actions}
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
        {page_url !== '' && (
          <Button
            component="a"
            href={page_url}
            target="_blank"
            rel="noreferrer"
            size="compact-sm"
            variant="subtle"
            leftSection={<Icon name="external-link" size={14} />}
            aria-label={`${name} on OpenStreetMap`}
          >
            OpenStreetMap
          </Button>
        )}
      </div>
    </article>
  );
}

function Facts({ address, site, phone, email, hours }: Business) {
  const rows = [
    { label: 'Address', value: address === '' ? null : address },
    { label: 'Phone', value: phone, href: phone === null ? '' : `tel:${phone.replaceAll(/[^+\d]/g, '')}` },
    { label: 'Email', value: email, href: email === null ? '' : `mailto:${email}` },
    { label: 'Hours', value: hours },
  ];
  return (
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
  );
}
