/** The sandbox as a child of the bench: reports its address, then every post as it is stored. */
import { startSandbox } from '../sandbox/start.ts';
import { benchSeeds } from '../sandbox/seeds.ts';
import type { FeedPost } from './publishing-stage.ts';

const [latencyMs = 0, bots = 0] = process.argv.slice(2).map(Number);
const sandbox = await startSandbox({ port: 0, smtpPort: 0, latencyMs });
for (const seed of benchSeeds(bots)) sandbox.state.apply(seed);
process.send?.(sandbox.url);

let told = 0;
setInterval(() => {
  const fresh: FeedPost[] = [...sandbox.state.posts.values()]
    .slice(told)
    .map(({ text, createdAt }) => ({ text, receivedAt: Date.parse(createdAt) }));
  told += fresh.length;
  if (fresh.length > 0) process.send?.(fresh);
}, 100);
process.once('SIGTERM', () => {
  void sandbox.stop().then(() => process.exit(0));
});
process.once('disconnect', () => process.exit(0));
