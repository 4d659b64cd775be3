import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { dockId } from './notices.tsx';

/** Shows its children at the bottom of the window, with the notices: nothing on the page moves when they come or go. */
export function Docked({ children }: { children: ReactNode }) {
  const [dock, setDock] = useState<HTMLElement | null>(null);
  useEffect(() => setDock(document.getElementById(dockId)), []);
  return dock && createPortal(children, dock);
}
