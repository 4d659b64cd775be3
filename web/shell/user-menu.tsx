import { VisuallyHidden, useMantineColorScheme } from '@mantine/core';
import { useLocation } from 'react-router';
import { planLabel } from '#rules/plans.ts';
import { Dropdown } from '../parts/page/dropdown.tsx';
import look from '../parts/page/dropdown.module.css';
import { Face } from '../parts/display/face.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { askPause, askResume } from '../parts/pausing/targets.ts';
import { usePauses } from '../parts/pausing/use-pauses.ts';
import { showShortcuts } from '../parts/shortcuts/shortcut-store.ts';
import { personOf, signOut, useMay, useUser } from '../api/session.ts';
import { accountMenuOf, currentOf } from './navigation.ts';
import { ScreenLinks } from './screen-links.tsx';
import styles from './user-menu.module.css';

/** The user menu: who is signed in, their plan, light or dark, the screens of the account, log-out. */
export function UserMenu() {
  const user = useUser();
  const plan = planLabel(user.membership);
  const { pathname } = useLocation();
  const screens = accountMenuOf(personOf(user));
  return (
    <Dropdown
      className={styles.target}
      active={screens.some((screen) => currentOf(screen, pathname) !== undefined)}
      position="bottom-end"
      width={264}
      label={
        <>
          <Face name={user.name} image={user.thumbnail ?? user.image} size={32} />
          <span className={styles.words}>
            <span className={styles.welcome}>Welcome</span> <span className={styles.name}>{user.name}</span>
          </span>
          <VisuallyHidden>, your account</VisuallyHidden>
          <Icon name="chevron-down" size={14} />
        </>
      }
    >
      {(close) => (
        <>
          <div className={styles.who}>
            <span className={styles.fullName}>{user.name}</span>
            <span className={styles.email}>{user.email}</span>
            {plan !== '' && <span className={styles.plan}>{plan}</span>}
          </div>
          <hr className={look.line} />
          <ScreenLinks screens={screens} onFollow={close} />
          <button
            type="button"
            className={look.entry}
            onClick={() => {
              close();
              showShortcuts(true);
            }}
          >
            <Icon name="keyboard" />
            Keyboard shortcuts
          </button>
          <hr className={look.line} />
          <PauseEntry onFollow={close} />
          <SchemeSwitch />
          <hr className={look.line} />
          <button type="button" className={look.entry} onClick={() => void signOut()}>
            <Icon name="logout" />
            Sign Out
          </button>
        </>
      )}
    </Dropdown>
  );
}

/** Pauses or resumes publishing for all clients; renders nothing without the permission. */
function PauseEntry({ onFollow }: { onFollow: () => void }) {
  const allowed = useMay('pause');
  const isOwner = useMay('accountData');
  const pauses = usePauses();
  // Only the owner resumes what the owner has paused.
  if (!allowed || !pauses || (pauses.everything?.processing_stopped === true && !isOwner)) return null;
  const paused = pauses.everything !== null;
  const follow = () => {
    onFollow();
    if (paused) askResume({ scope: 'everything' });
    else askPause({ scope: 'everything' });
  };
  return (
    <>
      <button type="button" className={look.entry} onClick={follow}>
        <Icon name={paused ? 'player-play' : 'player-pause'} />
        {paused ? 'Resume publishing' : 'Pause publishing'}
      </button>
      <hr className={look.line} />
    </>
  );
}

const schemes = [
  { value: 'light', word: 'Light', icon: 'sun' },
  { value: 'dark', word: 'Dark', icon: 'moon' },
  { value: 'auto', word: 'System', icon: 'device-desktop' },
] as const;

function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <fieldset className={styles.scheme}>
      <legend>
        <VisuallyHidden>Colours</VisuallyHidden>
      </legend>
      {schemes.map(({ value, word, icon }) => (
        <label key={value}>
          <input
            type="radio"
            name="color-scheme"
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon name={icon} size={15} />
          {word}
        </label>
      ))}
    </fieldset>
  );
}
