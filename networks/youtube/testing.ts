/** YouTube of the sandbox for the tests of its adapter. */

import type { Http } from '#outbound/request.ts';
import type { Sandbox } from '../../sandbox/start.ts';
import { seenThrough } from '../testing-stage.ts';
import { youtube } from './youtube.ts';

/** The adapter, the sandbox's view of YouTube, and its control calls. */
export function aStage({ sandbox, http }: { sandbox: Sandbox; http: Http }) {
  const network = youtube({
    http,
    addresses: {
      apiUrl: sandbox.youtubeApiUrl,
      uploadUrl: sandbox.youtubeUploadUrl,
      webUrl: sandbox.youtubeWebUrl,
      authUrl: sandbox.googleAuthUrl,
      tokenUrl: sandbox.googleTokenUrl,
    },
  });
  const { consent } = network;
  if (!consent) throw new Error('YouTube is joined');
  return { network, consent, ...seenThrough(sandbox, 'youtube') };
}
