import { z } from 'zod';
import { migrate } from '#db/migrate.ts';
import { openLog } from '#server/app/http/index.ts';
import { runProcess } from '#server/app/processes/process.ts';
import { onOwnConnections, openServices } from '#server/app/processes/services.ts';
import { openFirstOwner, signInLines } from '#server/app/processes/start/first-owner.ts';
import { Running } from '#server/app/processes/start/running.ts';
import { sandboxAddressesOf, withSandbox } from '#server/app/processes/start/sandbox-child.ts';
import { loadConfig } from '#server/base/settings/config.ts';
import { markOwnerNotified } from '#server/people/operator/index.ts';
import { startWeb } from '#server/web.ts';

const order = z.object({ databaseUrl: z.string(), siteDir: z.string(), sandbox: z.unknown() });

/**
 * Runs server and worker by an order of the supervisor. Reports the server's port, lines for the terminal, and the
 * processor time that the start took since `before`, ms.
 */
export async function runProduct(message: unknown, before: NodeJS.CpuUsage): Promise<void> {
  await runProcess(async () => {
    const running = new Running();
    try {
      await start(order.parse(message), { running, before });
    } catch (error) {
      await running.stop();
      throw error;
    }
    return () => running.stop();
  });
}

async function start(
  { databaseUrl, siteDir, sandbox }: z.output<typeof order>,
  { running, before }: { running: Running; before: NodeJS.CpuUsage },
): Promise<void> {
  const given = loadConfig();
  const addresses = sandbox === null ? null : sandboxAddressesOf(sandbox);
  const config = {
    ...(addresses === null ? given : withSandbox(given, addresses)),
    // The supervisor listens at the public address and passes requests on.
    host: '127.0.0.1',
    port: 0,
  };
  await migrate(databaseUrl);
  const { services, close } = await openServices(config, { databaseUrl, connections: 8, name: 'agencyreel dev' });
  running.add(close);
  const own = onOwnConnections(services, { databaseUrl, connections: 8, name: 'agencyreel dev worker' });
  running.add(own.close);
  const lines: string[] = [];
  const say = (line: string): number => lines.push(line);
  const owner = await openFirstOwner(services, { given, wordpressUrl: addresses?.wordpressUrl ?? null, say });
  if (config.sandboxUrl !== null) lines.push(`What it posts and mails: ${config.publicUrl}/sandbox`);
  if (owner !== null) lines.push(signInLines(owner));
  const web = await startWeb(services, { logLevel: config.logLevel ?? 'warn', siteDir });
  running.add(() => web.stop());
  const { user, system } = process.cpuUsage(before);
  process.send?.({ port: web.port, lines, cpuMs: (user + system) / 1000 });
  if (owner !== null) await markOwnerNotified(services.db, owner);
  // Last, and loaded only now, because a person waits for the server.
  const { startWorker } = await import('#server/worker.ts');
  const worker = await startWorker(own.services, openLog(config.logLevel ?? 'warn'));
  running.add(() => worker.stop());
}
