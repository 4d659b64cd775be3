import { useLocation, useNavigate, type NavigateOptions } from 'react-router';
import { isLeaving } from './next-page.ts';

/** Navigates after an answer; does nothing if the person has gone to another page while waiting for it. */
export function useNavigateUnlessLeft(): (to: string, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return async (to, options) => {
    if (!isLeaving(pathname)) await navigate(to, options);
  };
}
