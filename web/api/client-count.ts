import { useCall } from './queries.ts';
import { useUser } from './session.ts';

/** The number of the agency's clients; undefined until it is known, and for a client account. */
export function useClientCount(): number | undefined {
  const owns = useUser().client !== '1';
  return useCall('fetch-app-client', {}, { enabled: owns }).data?.total;
}
