import { NavLink } from 'react-router';
import look from '../parts/dropdown.module.css';
import { Icon } from '../parts/icon.tsx';
import type { Screen } from './navigation.ts';

/** The screens of a menu, as links. */
export function ScreenLinks({ screens, onFollow }: { screens: readonly Screen[]; onFollow: () => void }) {
  return (
    <ul className={look.list}>
      {screens.map(({ to, icon, label }) => <li key={to}><NavLink to={to} className={look.entry ?? ''} onClick={onFollow}><Icon name={icon} />{label}</NavLink></li>)}
    </ul>
  );
}
