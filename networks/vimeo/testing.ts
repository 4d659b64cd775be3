/** Vimeo of the sandbox for the tests of its adapter. */

import type { Http } from '#outbound/request.ts';
import type { Sandbox } from '../../sandbox/start.ts';
import { seenThrough } from '../testing-stage.ts';
import { vimeo } from './vimeo.ts';

/** The adapter, the sandbox's view of Vimeo, and its control calls. */
export const aStage = ({ sandbox, http }: { sandbox: Sandbox; http: Http }) => ({
  network: vimeo({ http, apiUrl: sandbox.vimeoApiUrl, authUrl: sandbox.vimeoAuthUrl }),
  ...seenThrough(sandbox, 'vimeo'),
});
