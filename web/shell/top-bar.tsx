import { Drawer, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { Dropdown } from '../parts/dropdown.tsx';
import { Icon } from '../parts/icon.tsx';
import { Logo } from '../parts/logo.tsx';
import { personOf, useUser } from '../session.ts';
import { barOf, type BarEntry } from './navigation.ts';
import { ScreenLinks } from './screen-links.tsx';
import styles from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

/** The bar on top of every page: brand, navigation, jump, user. Source: specification 1, §2.2. */
export function TopBar({ onJump }: { onJump: () => void }) {
  const entries = barOf(personOf(useUser()));
  const [drawer, setDrawer] = useState(false);
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <button type="button" className={styles.burger} onClick={() => setDrawer(true)} aria-label="Open the navigation" aria-expanded={drawer}>
          <Icon name="menu-2" size={22} />
        </button>
        <Link to="/dashboard" className={styles.brand}><Logo /></Link>
        <nav className={styles.nav} aria-label="Main">
          {entries.map((entry) => <Entry key={entry.label} entry={entry} />)}
        </nav>
        <div className={styles.end}>
          <button type="button" className={styles.jump} onClick={onJump} aria-keyshortcuts="Control+K Meta+K">
            <Icon name="search" size={16} />
            <span className={styles.jumpWord}>Jump to…</span>
            <VisuallyHidden>a page, client, stream or schedule</VisuallyHidden>
            <kbd className={styles.key} aria-hidden="true">{shortcut}</kbd>
          </button>
          <UserMenu />
        </div>
      </div>
      <Drawer opened={drawer} onClose={() => setDrawer(false)} size="min(320px, 86vw)" title={<Logo />} closeButtonProps={{ 'aria-label': 'Close the navigation' }}>
        <nav className={styles.drawer} aria-label="Main">
          {entries.map((entry) => <DrawerEntry key={entry.label} entry={entry} onFollow={() => setDrawer(false)} />)}
        </nav>
      </Drawer>
    </header>
  );
}

const shortcut = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

function Entry({ entry }: { entry: BarEntry }) {
  const { pathname } = useLocation();
  if (!('screens' in entry)) return <NavLink to={entry.to} className={styles.entry ?? ''}>{entry.label}</NavLink>;
  const inside = entry.screens.some(({ to }) => pathname === to);
  return (
    <Dropdown className={styles.entry} active={inside} label={<>{entry.label}<Icon name="chevron-down" size={14} /></>}>
      {(close) => <ScreenLinks screens={entry.screens} onFollow={close} />}
    </Dropdown>
  );
}

function DrawerEntry({ entry, onFollow }: { entry: BarEntry; onFollow: () => void }) {
  if (!('screens' in entry)) {
    return <NavLink to={entry.to} className={styles.drawerEntry ?? ''} onClick={onFollow}><Icon name={entry.icon} size={20} />{entry.label}</NavLink>;
  }
  return (
    <div className={styles.drawerGroup} role="group" aria-label={entry.label}>
      <span aria-hidden="true">{entry.label}</span>
      {entry.screens.map((screen) => <DrawerEntry key={screen.to} entry={screen} onFollow={onFollow} />)}
    </div>
  );
}
