import type { Context } from './context.ts';
import type { Reply } from './http/reply.ts';
import type { Call } from './http/request.ts';
import { graph, graphVideo } from './facebook/facebook.ts';
import { site } from './facebook/pages.ts';
import { linkedin } from './linkedin/linkedin.ts';
import { medium } from './medium/medium.ts';
import { openstreetmap } from './openstreetmap/openstreetmap.ts';
import { openai } from './openai/openai.ts';
import { polly } from './polly/polly.ts';
import { reddit } from './reddit/reddit.ts';
import { stripe } from './stripe/stripe.ts';
import { telegram } from './telegram/telegram.ts';
import { twitter } from './twitter/twitter.ts';
import { trends } from './trends/trends.ts';
import { google } from './youtube/google.ts';
import { watch } from './youtube/pages.ts';
import { youtube } from './youtube/youtube.ts';
import { vimeo } from './vimeo/vimeo.ts';
import { wordpress } from './wordpress/wordpress.ts';

/** The server below a network's folder, or that of the AI; it receives `path` without the folder. */
export type NetworkServer = (context: Context, call: Call) => Promise<Reply> | Reply;

/** The servers by the start of the path; beside `/medium/v1` are Medium's public pages, which page/page.ts shows. */
const servers: readonly (readonly [prefix: string, server: NetworkServer])[] = [
  ['/telegram/', telegram],
  ['/wordpress/', wordpress],
  ['/medium/v1/', medium],
  ['/reddit/', reddit],
  ['/vimeo/', vimeo],
  ['/twitter/', twitter],
  ['/linkedin/', linkedin],
  ['/facebook/', graph],
  ['/facebook-video/', graphVideo],
  ['/facebook.com/', site],
  ['/googleapis/', youtube],
  ['/google/', google],
  ['/youtube.com/', watch],
  ['/stripe/', stripe],
  ['/openstreetmap/', openstreetmap],
  ['/trends/', trends],
  ['/openai/', openai],
  ['/polly/', polly],
];

/** The network server for a path, if there is one. */
export function serverOf(path: string): NetworkServer | undefined {
  return servers.find(([prefix]) => path.startsWith(prefix) || `${path}/` === prefix)?.[1];
}
