import { Menu, SegmentedControl, UnstyledButton, VisuallyHidden, useMantineColorScheme } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.css';
import { Link } from 'react-router';
import { planLabel } from '#rules/plans.ts';
import { Face } from '../parts/Face.tsx';
import { Icon } from '../parts/Icon.tsx';
import { personOf, signOut, useUser } from '../session.ts';
import { accountMenuOf } from './navigation.ts';
import styles from './UserMenu.module.css';

/** The person's own menu: who they are, their plan, light or dark, the screens of the account, the way out. */
export function UserMenu() {
  const user = useUser();
  const plan = planLabel(user.membership);
  return (
    <Menu position="bottom-end" offset={8} width={264}>
      <Menu.Target>
        <UnstyledButton className={styles.target ?? ''} >
          <Face name={user.name} image={user.thumbnail ?? user.image} size={32} />
          <span className={styles.words}>
            <span className={styles.welcome}>Welcome</span>
            <span className={styles.name}>{user.name}</span>
          </span>
          <VisuallyHidden>, your account</VisuallyHidden>
          <Icon name="chevron-down" size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <span className={styles.fullName}>{user.name}</span>
          <span className={styles.email}>{user.email}</span>
          {plan !== '' && <span className={styles.plan}>{plan}</span>}
        </div>
        <Menu.Divider />
        {accountMenuOf(personOf(user)).map((screen) => (
          <Menu.Item key={screen.to} component={Link} to={screen.to} leftSection={<Icon name={screen.icon} />}>{screen.label}</Menu.Item>
        ))}
        <Menu.Divider />
        <SchemeSwitch />
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="logout" />} onClick={() => void signOut()}>Sign Out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={styles.scheme}>
      <SegmentedControl
        fullWidth size="xs" aria-label="Colours" value={colorScheme}
        data={[{ value: 'light', label: 'Light' }, { value: 'dark', label: 'Dark' }, { value: 'auto', label: 'System' }]}
        onChange={(value) => {
          if (value === 'light' || value === 'dark' || value === 'auto') setColorScheme(value);
        }}
      />
    </div>
  );
}
