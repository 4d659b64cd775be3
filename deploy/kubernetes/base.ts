/** What has to be there before anything runs. */
import { Job } from 'kubernetes-models/batch/v1';
import { ConfigMap, Namespace, ServiceAccount } from 'kubernetes-models/v1';
import { labelsOf, metadataOf, podOf, productContainer } from './parts.ts';
import { namespace, product, settings } from './settings.ts';

const migrate = 'migrate';

/** Namespace, settings, and the job that makes the roles and runs a version's migrations. */
export const base = [
  new Namespace({ metadata: { name: namespace, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } }),
  new ServiceAccount({ metadata: { name: 'agencyreel', namespace }, automountServiceAccountToken: false }),
  new ConfigMap({ metadata: { name: 'agencyreel-settings', namespace }, data: { ...settings } }),
  new Job({
    metadata: metadataOf(migrate, `agencyreel-migrate-${product.version.replaceAll('.', '-')}`),
    spec: {
      backoffLimit: 5,
      template: {
        metadata: { labels: labelsOf(migrate) },
        spec: {
          ...podOf({ data: '100Mi', tmp: '100Mi' }),
          restartPolicy: 'OnFailure',
          containers: [
            productContainer({
              name: migrate,
              command: ['node', 'server/admin.ts', 'init-database'],
              resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '512Mi' } },
              owns: true,
            }),
          ],
        },
      },
    },
  }),
];
