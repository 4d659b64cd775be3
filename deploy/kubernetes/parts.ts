/** What the pods have in common. */
import type { IContainer } from 'kubernetes-models/v1';
import type { IPodSpec } from 'kubernetes-models/v1';
import { namespace, product, secrets } from './settings.ts';

/** The labels of one part: what its selectors match. */
export const labelsOf = (part: string) => ({
  'app.kubernetes.io/name': 'agencyreel',
  'app.kubernetes.io/component': part,
});

/** The metadata of a resource. */
export const metadataOf = (part: string, name = `agencyreel-${part}`) => ({ name, namespace, labels: labelsOf(part) });

/** What Kubernetes' restricted standard asks of every container. */
export const confined = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

/** A pod as a user without rights; a folder of its own for each name, which ends with the pod. */
export const podOf = (folders: Readonly<Record<string, string>>): Omit<IPodSpec, 'containers'> => ({
  serviceAccountName: 'agencyreel',
  automountServiceAccountToken: false,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: 1000,
    runAsGroup: 1000,
    fsGroup: 1000,
    fsGroupChangePolicy: 'OnRootMismatch',
    seccompProfile: { type: 'RuntimeDefault' },
  },
  volumes: Object.entries(folders).map(([name, sizeLimit]) => ({ name, emptyDir: { sizeLimit } })),
});

/** Spreads a part's pods over machines, where there are several. */
export const spread = (part: string): Pick<IPodSpec, 'topologySpreadConstraints'> => ({
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: labelsOf(part) },
    },
  ],
});

type Own = Pick<IContainer, 'name' | 'command' | 'resources'> & Partial<IContainer>;

/** A container of the product; `owns` gives it the secret of the database's owners as well. */
export const productContainer = ({ owns = false, ...own }: Own & { owns?: boolean }): IContainer => ({
  image: product.image,
  imagePullPolicy: 'IfNotPresent',
  envFrom: [
    { configMapRef: { name: 'agencyreel-settings' } },
    { secretRef: { name: secrets.application.name } },
    ...(owns ? [{ secretRef: { name: secrets.owners.name } }] : []),
  ],
  securityContext: confined,
  volumeMounts: [
    { name: 'data', mountPath: '/data' },
    { name: 'tmp', mountPath: '/tmp' },
  ],
  ...own,
});

/** Ready by `/readyz`, alive by `/livez`; a start may take two minutes. */
export const probesAt = (port: string): Pick<IContainer, 'readinessProbe' | 'livenessProbe' | 'startupProbe'> => ({
  readinessProbe: { httpGet: { path: '/readyz', port }, periodSeconds: 2, timeoutSeconds: 6, failureThreshold: 1 },
  livenessProbe: { httpGet: { path: '/livez', port }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 },
  startupProbe: { httpGet: { path: '/livez', port }, periodSeconds: 2, timeoutSeconds: 5, failureThreshold: 60 },
});

/** Longer than a process of the product takes to end (25 s), with its drain. */
export const graceSeconds = 45;
