import { Navigate, Outlet } from 'react-router';
import type { Permission } from '#rules/permissions.ts';
import { useMay } from '../session.ts';

/** Lets only people with a permission to the pages below it; others go to the dashboard. The server refuses them by the same table. */
export function Allowed({ permission }: { permission: Permission }) {
  return useMay(permission) ? <Outlet /> : <Navigate to="/dashboard" replace />;
}
