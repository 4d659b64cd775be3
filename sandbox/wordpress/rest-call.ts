import type { Context } from '../context.ts';
import type { Call } from '../http/request.ts';
import type { Site, SiteUser } from '../state/model.ts';

/**
 * One REST request: `route` is the part after wp-json ('/wp/v2/posts/7'), `base` the site's address as the caller knows
 * it.
 */
export type RestCall = {
  context: Context;
  site: Site;
  user: SiteUser | undefined;
  call: Call;
  method: string;
  route: string;
  base: string;
  params: Record<string, unknown>;
};
