/**
 * `npm run dev`: the product of `npm start` on the same data, with the browser app from Vite (hot reload) and with a
 * server and worker that restart when their sources change.
 */
import { loadConfig } from '#server/base/settings/config.ts';
import { environmentWithFile } from '#server/base/settings/environment.ts';
import { runProcess } from '#server/app/processes/process.ts';
import { openDataDir, openDatabase } from '#server/app/processes/start/database.ts';
import { watchParents } from '#server/app/processes/start/orphan.ts';
import { refuseTakenPort } from '#server/app/processes/start/port.ts';
import { Running } from '#server/app/processes/start/running.ts';
import { startSandbox, type SandboxChild } from '#server/app/processes/start/sandbox-child.ts';
import { openFront } from './front.ts';
import { openProduct } from './product.ts';
import { restarts } from './restarts.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function start(running: Running): Promise<void> {
  const config = loadConfig();
  openDataDir(config.dataDir);
  await refuseTakenPort(config);
  const databaseUrl = await openDatabase(config, running);
  let sandbox: SandboxChild | null = config.sandbox ? await startSandbox(config) : null;
  running.add(async () => sandbox?.stop());

  const product = openProduct({ say });
  running.add(() => product.stop());
  const front = await openFront(config, { portOfProduct: () => product.port() });
  running.add(() => front.close());
  const order = () => ({ databaseUrl, siteDir: front.siteDir, sandbox: sandbox?.addresses ?? null });
  product.start(order());
  front.onChange(
    restarts(async (paths) => {
      if (sandbox !== null && paths.some((path) => path.startsWith('sandbox/'))) {
        await sandbox.stop();
        sandbox = await startSandbox(config);
      }
      product.start(order(), paths);
    }, say),
  );
  // A first start that fails is reported by the product itself, and the next change starts it again.
  const lines = await product.lines().catch(() => []);
  say(`\nAgencyReel is ready for changes: ${config.publicUrl}`);
  for (const line of lines) say(line);
  say('\nCtrl-C stops it.');
}

// Only under npm: when run by hand, the process may outlive its shell.
if (environmentWithFile().npm_lifecycle_event !== undefined)
  watchParents(() => {
    process.kill(process.pid, 'SIGTERM');
  });

await runProcess(async () => {
  const running = new Running();
  try {
    await start(running);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return () => running.stop();
});
