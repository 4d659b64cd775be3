import { Checkbox, Popover } from '@mantine/core';
import { useState } from 'react';
import { networkNames } from '#rules/eligibility.ts';
import { useEscape } from '../../../../lib/use-escape.ts';
import { counted } from '../../../../lib/words.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { NetworkIcon } from '../../../../parts/icons/network-icon.tsx';
import styles from './plan-several.module.css';
import type { SheetAccount } from './rows.ts';

type Props = {
  label: string;
  accounts: readonly SheetAccount[];
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
  /** Whether the button also says how many there are. */ isWide?: boolean;
};

/** Chooses accounts of the client, in a list that opens at its icons. */
export function AccountsPicker({ label, accounts, chosen, onChoose, isWide = false }: Props) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  const shown = accounts.filter(({ id }) => chosen.includes(id));
  const names = shown.map(({ type }) => networkNames[type]).join(', ');
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus width={280}>
      <Popover.Target>
        <button
          type="button"
          className={isWide ? styles.tool : styles.cell}
          aria-label={`${isWide ? counted(shown.length, 'account') : label}: ${names || 'None'}`}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <span className={styles.networks}>
            {shown.slice(0, 4).map(({ id, type }) => (
              <NetworkIcon key={id} network={type} size={18} labelled={false} />
            ))}
            {shown.length > 4 && <span>+{shown.length - 4}</span>}
          </span>
          {isWide && <span>{counted(shown.length, 'account')}</span>}
          {!isWide && shown.length === 0 && <span className={styles.faint}>None</span>}
          {isWide && <Icon name="chevron-down" size={14} />}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{label}</legend>
          {accounts.length === 0 && <p className={styles.faint}>This client has no accounts yet.</p>}
          {accounts.map(({ id, type, username }) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              label={
                <span className={styles.account}>
                  <NetworkIcon network={type} size={18} labelled={false} />
                  {username || networkNames[type]}
                </span>
              }
              onChange={(event) =>
                onChoose(event.currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
