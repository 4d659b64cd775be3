import { useEffect } from 'react';
import { Navigate, Outlet } from 'react-router';
import type { Permission } from '#rules/permissions.ts';
import { notify } from '../parts/notices/notify.ts';
import { useMay } from '../api/session.ts';
import { paths } from '../paths.ts';

/** Why a page is closed, for people who reach it from a menu. */
export type Closed = { shownTo: Permission; why: string };
type Props = { permission: Permission; closed?: Closed | undefined };

/**
 * Opens the pages below it only to people with a permission; others go to the dashboard. The server enforces the same
 * table.
 */
export function Allowed({ permission, closed }: Props) {
  const allowed = useMay(permission);
  const isLed = useMay(closed?.shownTo ?? permission);
  const reason = !allowed && isLed ? closed?.why : undefined;
  useEffect(() => {
    if (reason !== undefined) notify.danger(reason, { seconds: 4 });
  }, [reason]);
  return allowed ? <Outlet /> : <Navigate to={paths.dashboard()} replace />;
}
