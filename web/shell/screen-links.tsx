import { Link, useLocation } from 'react-router';
import look from '../parts/page/dropdown.module.css';
import { Icon } from '../parts/icons/icon.tsx';
import { currentOf, type Screen } from './navigation.ts';

/** The screens of a menu, as links. */
export function ScreenLinks({ screens, onFollow }: { screens: readonly Screen[]; onFollow: () => void }) {
  const { pathname } = useLocation();
  return (
    <ul className={look.list}>
      {screens.map((screen) => (
        <li key={screen.to}>
          <Link
            to={screen.to}
            className={look.entry ?? ''}
            aria-current={currentOf(screen, pathname)}
            onClick={onFollow}
          >
            <Icon name={screen.icon} />
            {screen.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
