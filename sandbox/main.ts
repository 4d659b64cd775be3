import { enableCompileCache } from 'node:module';

// Stripping the types of fifty files leaves about 20 MB in the process; from the second start on they come from the
// cache.
enableCompileCache();
const { startSandbox } = await import('./start.ts');

/**
 * The sandbox as a process: SANDBOX_PORT, SANDBOX_SMTP_PORT (default free ones), SANDBOX_HOST, SANDBOX_DATA_DIR,
 * SANDBOX_PUBLIC_URL, SANDBOX_LATENCY_MS.
 */
const { SANDBOX_PORT, SANDBOX_SMTP_PORT, SANDBOX_HOST, SANDBOX_DATA_DIR, SANDBOX_PUBLIC_URL, SANDBOX_LATENCY_MS } =
  process.env;

const sandbox = await startSandbox({
  port: Number(SANDBOX_PORT || 0),
  smtpPort: Number(SANDBOX_SMTP_PORT || 0),
  latencyMs: Number(SANDBOX_LATENCY_MS || 0),
  ...(SANDBOX_HOST ? { host: SANDBOX_HOST } : {}),
  ...(SANDBOX_DATA_DIR ? { dataDir: SANDBOX_DATA_DIR } : {}),
  ...(SANDBOX_PUBLIC_URL ? { publicUrl: SANDBOX_PUBLIC_URL } : {}),
});

const {
  latency: _latency,
  clock: _clock,
  state: _state,
  stop: _stop,
  dns: _dns,
  stripe: _stripe,
  ...addresses
} = sandbox;
process.stdout.write(`${JSON.stringify(addresses)}\n`);

const stop = (): void => {
  sandbox.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// When the parent ends, however it ends, its sandbox ends too.
process.once('disconnect', stop);
