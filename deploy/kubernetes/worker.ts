/** The workers, and the backup of each day. */
import { Deployment } from 'kubernetes-models/apps/v1';
import { CronJob } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { graceSeconds, labelsOf, metadataOf, podOf, probesAt, productContainer, spread } from './parts.ts';
import { backupAt } from './settings.ts';

const part = 'worker';
const backup = 'backup';
const metadata = metadataOf(part);
const selector = { matchLabels: labelsOf(part) };

/** Two workers, so that posts go out while one is moved; a backup by a job of its own, not by a worker. */
export const worker = [
  new Deployment({
    metadata,
    spec: {
      replicas: 2,
      selector,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      template: {
        metadata: { labels: labelsOf(part) },
        spec: {
          ...podOf({ data: '20Gi', tmp: '1Gi' }),
          ...spread(part),
          terminationGracePeriodSeconds: graceSeconds,
          containers: [
            productContainer({
              name: part,
              command: ['node', '--max-semi-space-size=8', 'server/worker.ts'],
              env: [
                { name: 'BACKUP_TO', value: '' },
                { name: 'METRICS_HOST', value: '0.0.0.0' },
                { name: 'WORKER_METRICS_PORT', value: '9465' },
              ],
              ports: [{ name: 'metrics', containerPort: 9465 }],
              ...probesAt('metrics'),
              resources: { requests: { cpu: '500m', memory: '1Gi' }, limits: { memory: '3Gi' } },
            }),
          ],
        },
      },
    },
  }),
  new PodDisruptionBudget({ metadata, spec: { minAvailable: 1, selector } }),
  new CronJob({
    metadata: metadataOf(backup),
    spec: {
      schedule: backupAt,
      timeZone: 'Etc/UTC',
      concurrencyPolicy: 'Forbid',
      startingDeadlineSeconds: 3600,
      jobTemplate: {
        spec: {
          backoffLimit: 2,
          template: {
            metadata: { labels: labelsOf(backup) },
            spec: {
              ...podOf({ data: '5Gi', tmp: '1Gi' }),
              restartPolicy: 'OnFailure',
              containers: [
                productContainer({
                  name: backup,
                  command: ['node', 'server/admin.ts', 'backup'],
                  resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '1Gi' } },
                }),
              ],
            },
          },
        },
      },
    },
  }),
];
