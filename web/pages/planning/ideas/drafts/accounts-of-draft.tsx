import { Checkbox } from '@mantine/core';
import { Link } from 'react-router';
import type { Data } from '#contract/index.ts';
import { networkNames } from '#rules/eligibility.ts';
import { paths } from '../../../../paths.ts';
import styles from './drafts.module.css';

type Props = {
  client: string;
  /** The accounts that accept texts; undefined before they are loaded. */
  offered: Data<'fetch-social-accounts'>['accounts'] | undefined;
  chosen: readonly string[];
  error: string | undefined;
  onChoose: (accounts: readonly string[]) => void;
};

/** A client's accounts that accept texts. */
export function AccountsOfDraft({ client, offered, chosen, error, onChoose }: Props) {
  if (offered?.length === 0)
    return (
      <p className={styles.note}>
        No account of this client takes texts.{' '}
        <Link to={paths.editClient(client, { tab: 'accounts' })}>Connect an account</Link>
      </p>
    );
  return (
    <Checkbox.Group label="Accounts" required value={[...chosen]} error={error} onChange={onChoose}>
      <div className={styles.choices}>
        {offered?.map(({ id, type, username }) => (
          <Checkbox key={id} value={id} label={`${networkNames[type]}: ${username}`} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
