import { Drawer, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Dropdown } from '../parts/page/dropdown.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { Logo } from '../parts/page/logo.tsx';
import { personOf, useMay, useUser } from '../api/session.ts';
import { newPost } from '../composer/address.ts';
import { useOpenComposer } from '../composer/open-composer.ts';
import { paths } from '../paths.ts';
import { Bell } from './bell.tsx';
import { jumpKeys } from './jump-keys.ts';
import { barOf, currentOf, type BarEntry } from './navigation.ts';
import { ScreenLinks } from './screen-links.tsx';
import styles from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

/** The bar at the top of every page: brand, navigation, palette, user. */
export function TopBar({ onJump }: { onJump: () => void }) {
  const entries = barOf(personOf(useUser()));
  const [drawer, setDrawer] = useState(false);
  const mayPlan = useMay('schedule');
  const compose = useOpenComposer();
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <button
          type="button"
          className={styles.burger}
          onClick={() => setDrawer(true)}
          aria-label="Open the navigation"
          aria-expanded={drawer}
        >
          <Icon name="menu-2" size={22} />
        </button>
        <Link to={paths.dashboard()} className={styles.brand}>
          <Logo />
        </Link>
        <nav className={styles.nav} aria-label="Main">
          {entries.map((entry) => (
            <Entry key={entry.label} entry={entry} />
          ))}
        </nav>
        <div className={styles.end}>
          {mayPlan && (
            <button
              type="button"
              className={styles.add}
              title="New post (N)"
              aria-keyshortcuts="N"
              aria-label="New post"
              onClick={() => compose(newPost)}
            >
              <Icon name="plus" size={16} />
              <span>New</span>
            </button>
          )}
          <button type="button" className={styles.jump} onClick={onJump} aria-keyshortcuts="Control+K Meta+K">
            <Icon name="search" size={16} />
            <span className={styles.jumpWord}>Jump to…</span>
            <VisuallyHidden>a page, client, stream or schedule</VisuallyHidden>
            <kbd className={styles.key} aria-hidden="true">
              {jumpKeys}
            </kbd>
          </button>
          <Bell />
          <UserMenu />
        </div>
      </div>
      <Drawer
        opened={drawer}
        onClose={() => setDrawer(false)}
        size="min(320px, 86vw)"
        title={<Logo />}
        closeButtonProps={{ 'aria-label': 'Close the navigation' }}
      >
        <nav className={styles.drawer} aria-label="Main">
          {entries.map((entry) => (
            <DrawerEntry key={entry.label} entry={entry} onFollow={() => setDrawer(false)} />
          ))}
        </nav>
      </Drawer>
    </header>
  );
}

function Entry({ entry }: { entry: BarEntry }) {
  const { pathname } = useLocation();
  if (!('screens' in entry))
    return (
      <Link to={entry.to} className={styles.entry ?? ''} aria-current={currentOf(entry, pathname)}>
        {entry.label}
      </Link>
    );
  const inside = entry.screens.some((screen) => currentOf(screen, pathname) !== undefined);
  return (
    <Dropdown
      className={styles.entry}
      active={inside}
      label={
        <>
          {entry.label}
          <Icon name="chevron-down" size={14} />
        </>
      }
    >
      {(close) => <ScreenLinks screens={entry.screens} onFollow={close} />}
    </Dropdown>
  );
}

function DrawerEntry({ entry, onFollow }: { entry: BarEntry; onFollow: () => void }) {
  const { pathname } = useLocation();
  if (!('screens' in entry)) {
    return (
      <Link
        to={entry.to}
        className={styles.drawerEntry ?? ''}
        aria-current={currentOf(entry, pathname)}
        onClick={onFollow}
      >
        <Icon name={entry.icon} size={20} />
        {entry.label}
      </Link>
    );
  }
  return (
    <div className={styles.drawerGroup} role="group" aria-label={entry.label}>
      <span aria-hidden="true">{entry.label}</span>
      {entry.screens.map((screen) => (
        <DrawerEntry key={screen.to} entry={screen} onFollow={onFollow} />
      ))}
    </div>
  );
}
