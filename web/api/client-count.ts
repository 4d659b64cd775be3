import { useCall } from './queries.ts';
import { useUser } from './session.ts';

/** How many clients the agency has; undefined until it is known, and for a client account. */
export function useClientCount(): number | undefined {
  const owns = useUser().client !== '1';
  return useCall('fetch-app-client', {}, { enabled: owns }).data?.total;
}
