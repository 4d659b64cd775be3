import type { SandboxProcess } from './sandbox.ts';

/** The settings of production for web and workers, except that the sandbox is the whole internet. */
export const productEnvironment = ({
  databaseUrl,
  dataDir,
  secretKey,
  port,
  sandbox,
}: {
  databaseUrl: string;
  dataDir: string;
  secretKey: Buffer;
  port: number;
  sandbox: SandboxProcess;
}): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  SECRET_KEY: secretKey.toString('base64'),
  SANDBOX: 'off',
  LOG_LEVEL: 'info',
  PORT: String(port),
  HOST: '127.0.0.1',
  TELEGRAM_API_URL: sandbox.telegramApiUrl,
  TELEGRAM_WEB_URL: sandbox.telegramWebUrl,
  MEDIUM_API_URL: sandbox.mediumApiUrl,
  ALLOW_PRIVATE_HOSTS: new URL(sandbox.url).host,
  SMTP_URL: sandbox.smtpUrl,
});
