/** Caddy with deploy/Caddyfile: certificates of white-label hosts are fetched here, as an ingress cannot. */
import { readFileSync } from 'node:fs';
import { Deployment } from 'kubernetes-models/apps/v1';
import { ConfigMap, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { confined, graceSeconds, labelsOf, metadataOf, podOf } from './parts.ts';
import { caddyImage } from './settings.ts';

const part = 'caddy';
const metadata = metadataOf(part);
const ports = { http: 8080, https: 8443 };
const { volumes = [], ...pod } = podOf({ config: '10Mi' });

/** One Caddy, whose certificates outlive it; several need a storage that they share (Caddy's `storage`). */
export const caddy = [
  new ConfigMap({ metadata, data: { Caddyfile: readFileSync(new URL('../Caddyfile', import.meta.url), 'utf8') } }),
  new PersistentVolumeClaim({
    metadata,
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }),
  new Deployment({
    metadata,
    spec: {
      replicas: 1,
      selector: { matchLabels: labelsOf(part) },
      strategy: { type: 'Recreate' },
      template: {
        metadata: { labels: labelsOf(part) },
        spec: {
          ...pod,
          terminationGracePeriodSeconds: graceSeconds,
          volumes: [
            ...volumes,
            { name: 'caddyfile', configMap: { name: metadata.name } },
            { name: 'certificates', persistentVolumeClaim: { claimName: metadata.name } },
          ],
          containers: [
            {
              name: part,
              image: caddyImage,
              env: [
                { name: 'UPSTREAMS', value: 'agencyreel-web:3000' },
                { name: 'HTTP_PORT', value: String(ports.http) },
                { name: 'HTTPS_PORT', value: String(ports.https) },
              ],
              ports: Object.entries(ports).map(([name, containerPort]) => ({ name, containerPort })),
              readinessProbe: { tcpSocket: { port: 'https' }, periodSeconds: 5 },
              livenessProbe: { tcpSocket: { port: 'https' }, periodSeconds: 10, failureThreshold: 6 },
              resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '512Mi' } },
              // Its program carries this right, and does not start where it may not have it.
              securityContext: { ...confined, capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } },
              volumeMounts: [
                { name: 'caddyfile', mountPath: '/etc/caddy' },
                { name: 'certificates', mountPath: '/data' },
                { name: 'config', mountPath: '/config' },
              ],
            },
          ],
        },
      },
    },
  }),
  new Service({
    metadata,
    spec: {
      type: 'LoadBalancer',
      // Keeps the addresses of people, by which requests are limited.
      externalTrafficPolicy: 'Local',
      selector: labelsOf(part),
      ports: [
        { name: 'http', port: 80, targetPort: 'http' },
        { name: 'https', port: 443, targetPort: 'https' },
      ],
    },
  }),
];
