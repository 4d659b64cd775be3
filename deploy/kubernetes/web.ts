/** The web servers: as many as their load asks for, always one that answers. */
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { graceSeconds, labelsOf, metadataOf, podOf, probesAt, productContainer, spread } from './parts.ts';

const part = 'web';
const metadata = metadataOf(part);
const selector = { matchLabels: labelsOf(part) };

/** Deployment (its autoscaler sets the number), service, budget. */
export const web = [
  new Deployment({
    metadata,
    spec: {
      selector,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: {
        metadata: { labels: labelsOf(part) },
        spec: {
          ...podOf({ data: '5Gi', tmp: '1Gi' }),
          ...spread(part),
          terminationGracePeriodSeconds: graceSeconds,
          containers: [
            productContainer({
              name: part,
              command: ['node', '--max-semi-space-size=8', 'server/web.ts'],
              ports: [{ name: 'http', containerPort: 3000 }],
              ...probesAt('http'),
              resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '1Gi' } },
            }),
          ],
        },
      },
    },
  }),
  new Service({
    metadata,
    spec: { selector: labelsOf(part), ports: [{ name: 'http', port: 3000, targetPort: 'http' }] },
  }),
  new HorizontalPodAutoscaler({
    metadata,
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: metadata.name },
      minReplicas: 2,
      maxReplicas: 8,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
      ],
    },
  }),
  new PodDisruptionBudget({ metadata, spec: { minAvailable: 1, selector } }),
];
