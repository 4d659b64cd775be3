import type { FastifyRequest } from 'fastify';
import type { Origin } from '../../base/handlers.ts';

/** The origin of a request, and the agency at whose host it arrived. */
export const originOf = ({ id, ip, headers, hostBrand }: FastifyRequest): Origin => ({
  requestId: id,
  address: ip,
  userAgent: headers['user-agent'] ?? '',
  ...(hostBrand === null ? {} : { siteOf: hostBrand.agencyId }),
});
