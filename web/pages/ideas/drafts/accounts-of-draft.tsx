import { Checkbox } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { isEligible, networkNames } from '#rules/eligibility.ts';
import { useCall } from '../../../api/queries.ts';
import { paths } from '../../../paths.ts';
import styles from './drafts.module.css';

type Props = {
  client: string;
  /** Null before anything is chosen: then all of them are. */ chosen: readonly string[] | null;
  error: string | undefined;
  onChoose: (accounts: readonly string[]) => void;
};

/** The accounts of a client that take texts. */
export function AccountsOfDraft({ client, chosen, error, onChoose }: Props) {
  const { data } = useCall('fetch-social-accounts', { user_id: client });
  const offered = data?.accounts.filter(({ type }) => isEligible(type, 'text'));
  useEffect(() => {
    if (chosen === null && offered && offered.length > 0) onChoose(offered.map(({ id }) => id));
  }, [chosen, offered, onChoose]);
  if (offered?.length === 0)
    return (
      <p className={styles.note}>
        No account of this client takes texts. <Link to={paths.editClient(client)}>Connect an account</Link>
      </p>
    );
  return (
    <Checkbox.Group label="Accounts" required value={[...(chosen ?? [])]} error={error} onChange={onChoose}>
      <div className={styles.choices}>
        {offered?.map(({ id, type, username }) => (
          <Checkbox key={id} value={id} label={`${networkNames[type]}: ${username}`} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
