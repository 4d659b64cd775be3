/** What an operator changes: then `npm run kubernetes` writes the manifests again. */

/** The namespace of everything. */
export const namespace = 'agencyreel';

/** The product's image, by its digest once there is one, and its version: each version has a job of migrations. */
export const product = { image: 'ghcr.io/example/agencyreel:0.2.0', version: '0.2.0' };

/** Caddy's image; the same as in deploy/compose.yaml. */
export const caddyImage = 'caddy:2.10.2-alpine@sha256:4c6e91c6ed0e2fa03efd5b44747b625fec79bc9cd06ac5235a779726618e530d';

/**
 * The settings that are not secret. Files are in a bucket, since pods share no folder. `TRUST_PROXY` means the pods'
 * own network, from which only Caddy reaches `web`.
 */
export const settings: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'https://app.example.com',
  PUBLIC_IP: '203.0.113.7',
  TRUST_PROXY: 'loopback,uniquelocal',
  DRAIN_SECONDS: '5',
  DATA_DIR: '/data',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'agencyreel',
  BACKUP_TO: 's3://agencyreel-backups/sets',
  MAIL_FROM: 'AgencyReel <no-reply@example.com>',
};

/** The secrets, each made by `kubectl create secret generic`, and the settings that each must have. */
export const secrets = {
  /** For all processes. */
  application: {
    name: 'agencyreel',
    keys: ['DATABASE_URL', 'SECRET_KEY', 'SMTP_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'METRICS_TOKEN'],
  },
  /** Only for the job of migrations. */
  owners: { name: 'agencyreel-owners', keys: ['DATABASE_OWNER_URL', 'DATABASE_ADMIN_URL'] },
} as const;

/** When the backup runs, in UTC. */
export const backupAt = '30 2 * * *';

/** The namespace from which Prometheus reads figures. */
export const monitoringNamespace = 'monitoring';
