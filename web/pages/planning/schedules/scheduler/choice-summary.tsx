import type { Data } from '#contract/index.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { NetworkIcon } from '../../../../parts/icons/network-icon.tsx';
import { When } from '../../../../parts/display/when.tsx';
import { firstInstant, type Choice } from './wizard-state.ts';
import styles from './wizard.module.css';

type Props = { choice: Choice; accounts: Data<'fetch-social-accounts'>['accounts'] };

/** The choices so far, on one line under every step. */
export function ChoiceSummary({ choice, accounts }: Props) {
  const { client, stream } = choice;
  const first = firstInstant(choice);
  const chosen = accounts.filter(({ id }) => choice.accounts.includes(id));
  return (
    <ul className={styles.summary} aria-label="Chosen so far" aria-live="polite">
      <li data-empty={!client || undefined}>
        <Icon name="users" size={16} />
        {client?.name ?? 'No client yet'}
      </li>
      {client && (
        <li data-empty={!stream || undefined}>
          <Icon name="stack-2" size={16} />
          {stream?.title ?? 'No stream yet'}
        </li>
      )}
      {chosen.length > 0 && (
        <li>
          {chosen.slice(0, 9).map(({ id, type }) => (
            <NetworkIcon key={id} network={type} size={18} />
          ))}
        </li>
      )}
      {first && (
        <li>
          <Icon name="calendar-time" size={16} />
          <span>
            First post <When at={first.toISOString()} zone={choice.zone} />
          </span>
        </li>
      )}
    </ul>
  );
}
