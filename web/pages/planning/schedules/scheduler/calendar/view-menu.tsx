import { Anchor, Button, Popover } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../../../paths.ts';
import { Icon } from '../../../../../parts/icons/icon.tsx';
import type { Shown } from '../address.ts';
import { SpecialFilter } from './special.tsx';
import styles from './toolbar.module.css';

type Props = {
  shown: Shown;
  /** The countries of special days. */ countries: readonly string[];
  onChange: (changes: Readonly<Record<string, string | null>>) => void;
  onSubscribe: () => void;
};

/** Behind one button: what the calendar shows besides posts, and its address for programs. */
export function ViewMenu(props: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          h={32}
          px="sm"
          aria-expanded={opened}
          rightSection={<Icon name="chevron-down" size={16} />}
          onClick={() => setOpened(!opened)}
        >
          View
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.fields}>
          <ViewChoices
            {...props}
            onSubscribe={() => {
              setOpened(false);
              props.onSubscribe();
            }}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The contents of the menu; on a phone among the filters. */
export function ViewChoices({ shown, countries, onChange, onSubscribe }: Props) {
  return (
    <>
      {countries.length > 0 && <SpecialFilter shown={shown} countries={countries} onChange={onChange} />}
      <div className={styles.further}>
        <Button size="compact-sm" variant="transparent" px={0} onClick={onSubscribe}>
          Subscribe in your calendar
        </Button>
        <Anchor component={Link} to={paths.ledger()} size="sm">
          Ledger
        </Anchor>
      </div>
    </>
  );
}
