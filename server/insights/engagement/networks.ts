import { networkIds, type NetworkId } from '#rules/eligibility.ts';
import type { Services } from '../../base/handlers.ts';

/** The networks that report engagement. */
export const tellingNetworks = ({ networks }: Pick<Services, 'networks'>): NetworkId[] =>
  networkIds.filter((id) => networks[id]?.engagement !== undefined);
