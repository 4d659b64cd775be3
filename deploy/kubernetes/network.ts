/** Who may connect to whom: the world to Caddy, Caddy to web, Prometheus to web and worker. */
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { labelsOf, metadataOf } from './parts.ts';
import { monitoringNamespace, namespace } from './settings.ts';

const fromMonitoring = {
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': monitoringNamespace } },
};

type Ingress = NonNullable<NonNullable<ConstructorParameters<typeof NetworkPolicy>[0]>['spec']>['ingress'];

const into = (part: string, ingress: Ingress): NetworkPolicy =>
  new NetworkPolicy({
    metadata: metadataOf(part),
    spec: { podSelector: { matchLabels: labelsOf(part) }, policyTypes: ['Ingress'], ...(ingress && { ingress }) },
  });

/** Nothing comes in but this. What goes out is not limited: networks and sites of clients are anywhere. */
export const network = [
  new NetworkPolicy({
    metadata: { name: 'agencyreel-closed', namespace },
    spec: { podSelector: {}, policyTypes: ['Ingress'] },
  }),
  into('caddy', [{ ports: [{ port: 'http' }, { port: 'https' }] }]),
  into('web', [
    { from: [{ podSelector: { matchLabels: labelsOf('caddy') } }, fromMonitoring], ports: [{ port: 'http' }] },
  ]),
  into('worker', [{ from: [fromMonitoring], ports: [{ port: 'metrics' }] }]),
];
