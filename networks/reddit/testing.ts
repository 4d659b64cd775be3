/** Reddit of the sandbox for the tests of its adapter. */

import type { Http } from '#outbound/request.ts';
import type { Sandbox } from '../../sandbox/start.ts';
import { seenThrough } from '../testing-stage.ts';
import { reddit } from './reddit.ts';

/** The adapter, the sandbox's view of Reddit, and its control calls. */
export const aStage = ({ sandbox, http }: { sandbox: Sandbox; http: Http }) => ({
  network: reddit({
    http,
    apiUrl: sandbox.redditApiUrl,
    authUrl: sandbox.redditAuthUrl,
    tokenUrl: sandbox.redditTokenUrl,
  }),
  ...seenThrough(sandbox, 'reddit'),
});
