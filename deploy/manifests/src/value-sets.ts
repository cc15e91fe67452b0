type Values = Readonly<Record<string, unknown>>;

const login = (who: string) => ({
  url: `postgres://sluice_${who}_login@postgres:5432/sluice`,
  existingSecret: 'sluice-database',
  passwordKey: who,
});

/** Minimum values of an installation of several processes: hosts and Secrets. */
export const LEAST: Values = {
  credentials: { existingSecret: 'sluice-credentials' },
  kafka: { brokers: 'kafka:9092' },
  database: {
    admin: { url: 'postgres://sluice@postgres:5432/sluice', existingSecret: 'sluice-database', passwordKey: 'admin' },
    writer: login('writer'),
    reader: login('reader'),
    owner: login('owner'),
  },
};

export const STANDALONE: Values = {
  standalone: { enabled: true },
  credentials: { existingSecret: 'sluice-credentials' },
};

/** Returns all values for the pods of a component; each text contains the component, so that a test can find it. */
export const forPods = (component: string) => ({
  podAnnotations: { 'example.com/annotation': component },
  podLabels: { 'example.com/label': component },
  nodeSelector: { 'example.com/node': component },
  tolerations: [{ key: `taint-${component}`, operator: 'Exists' }],
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: `zone-${component}`, labelSelector: { matchLabels: { app: component } } },
      ],
    },
  },
  priorityClassName: `priority-${component}`,
  extraEnv: [{ name: 'EXTRA', value: component }],
  extraVolumes: [{ name: 'extra', configMap: { name: `config-${component}` } }],
  extraVolumeMounts: [{ name: 'extra', mountPath: `/extra/${component}` }],
});

/** Makes an additional container that fulfils the rules for containers. */
const container = (name: string) => ({
  name,
  image: 'registry.example.com/sidecar:1.2.3',
  resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: '16Mi' } },
  securityContext: {
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
  },
});

/** Returns the user's own parts for the pods of a component; each text contains the component, so that a test can find it. */
export const partsFor = (component: string) => ({
  annotations: { 'example.com/reload': component },
  extraEnvFrom: [{ secretRef: { name: `environment-${component}` } }],
  extraContainers: [container(`sidecar-${component}`)],
  extraInitContainers: [container(`init-${component}`)],
});

export const COMPONENTS = ['gateway', 'writer', 'query'] as const;

const autoscaling = { enabled: true, minReplicas: 3, maxReplicas: 6 };

/** Choices in addition to the minimum, each alone; all together are `EVERYTHING`. */
const CHOICES: Readonly<Record<string, Values>> = {
  'image and secret of a registry': {
    image: { repository: 'registry.example.com/sluice', tag: '1.2.3' },
    imagePullSecrets: [{ name: 'registry' }],
  },
  'Kafka with TLS and SASL': {
    kafka: {
      brokers: '[::1]:9093,broker-2.example.com:9093',
      topicPrefix: 'team.',
      tls: { enabled: true, existingSecret: 'kafka-tls', clientCertificate: true },
      sasl: { mechanism: 'scram-sha-512', existingSecret: 'kafka-user' },
    },
  },
  'tokens for Kafka': {
    kafka: {
      brokers: 'kafka:9093',
      tls: { enabled: true },
      sasl: {
        mechanism: 'oauthbearer',
        existingSecret: 'kafka-client',
        username: 'sluice',
        oauth: { tokenUrl: 'https://login.example.com:8443/token', scope: 'kafka', extensions: 'logicalCluster=lkc-1' },
      },
    },
  },
  'an authority of the database': { database: { caSecret: 'database-ca' } },
  retention: { retentionDays: 30 },
  'the disk of the database': { database: { diskSize: '500GiB' } },
  'key pairs': { credentials: { keyPairsKey: 'pairs' } },
  'a copy of the document for writers': { credentials: { keyPairsKey: 'keys.yaml', writerSecret: 'sluice-projects' } },
  'a default project': { projectId: 'acme.prod' },
  'plain jobs': { jobs: { hooks: false, annotations: { 'argocd.argoproj.io/sync-wave': '-1' } } },
  'a toolbox that is there': { toolbox: { replicas: 1 } },
  autoscaling: { gateway: { autoscaling }, query: { autoscaling } },
  'autoscaling of your own': {
    gateway: {
      autoscaling: {
        enabled: true,
        metrics: [
          { type: 'Resource', resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 80 } } },
        ],
        behavior: { scaleUp: { stabilizationWindowSeconds: 30 } },
      },
    },
  },
  'a service account': {
    serviceAccount: { name: 'sluice-pods', annotations: { 'example.com/role': 'sluice' } },
  },
  'parts of your own': Object.fromEntries(COMPONENTS.map((component) => [component, partsFor(component)])),
  'objects of your own': {
    extraManifests: [
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: '{{ .Release.Name }}-object' } },
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: {{ .Release.Name }}-text }\n',
    ],
  },
  KEDA: { writer: { keda: { enabled: true, minReplicas: 0, authenticationRef: 'kafka' } } },
  Ingress: {
    ingress: {
      enabled: true,
      className: 'nginx',
      host: 'sluice.example.com',
      tlsSecret: 'tls',
      annotations: { a: 'b' },
    },
  },
  'several hosts': {
    ingress: {
      enabled: true,
      hosts: ['a.example.com', '*.example.org'],
      tls: [{ secretName: 'tls-org', hosts: ['*.example.org'] }],
    },
  },
  'Gateway API': {
    gatewayApi: {
      enabled: true,
      parentRefs: [{ name: 'public', namespace: 'ingress' }],
      hostnames: ['sluice.example.com'],
    },
  },
  'ports of OTLP of your own': { otlp: { http: { port: 14318 }, grpc: { port: 14317 } } },
  'TLS of OTLP': { otlp: { tls: { existingSecret: 'otlp-tls' } } },
  'an Ingress for OTLP/gRPC': {
    ingress: {
      enabled: true,
      host: 'sluice.example.com',
      grpc: { enabled: true, annotations: { 'nginx.ingress.kubernetes.io/backend-protocol': 'GRPC' } },
    },
  },
  'a GRPCRoute': {
    gatewayApi: {
      enabled: true,
      parentRefs: [{ name: 'public', namespace: 'ingress' }],
      hostnames: ['sluice.example.com'],
      grpc: { enabled: true, hostnames: ['otlp.example.com'] },
    },
  },
  'narrow network policies': {
    networkPolicy: {
      clients: [{ namespaceSelector: { matchLabels: { team: 'a' } } }],
      monitoring: [{ namespaceSelector: { matchLabels: { team: 'monitoring' } } }],
      kafka: [{ podSelector: { matchLabels: { app: 'kafka' } } }],
      database: [{ ipBlock: { cidr: '10.0.0.0/8' } }],
    },
  },
  'traces of itself': {
    selfTraces: { enabled: true, endpoint: 'https://otel.example.com', share: 0.25, existingSecret: 'otel' },
    networkPolicy: { selfTraces: [{ podSelector: { matchLabels: { app: 'collector' } } }] },
  },
  PodMonitor: { podMonitor: { enabled: true, labels: { release: 'prometheus' } } },
  'services of their own kind': {
    gateway: { service: { type: 'LoadBalancer', port: 8080, annotations: { a: 'b' } } },
  },
  'placed pods': Object.fromEntries(COMPONENTS.map((component) => [component, forPods(component)])),
  'a long name': { fullnameOverride: 'x'.repeat(80) },
};

/** Merges one set of values over another as Helm does: objects are merged, everything else is replaced. */
export function over(below: Values, above: Values): Values {
  const merged: Record<string, unknown> = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const under = merged[name];
    merged[name] = isObject(under) && isObject(value) ? over(under, value) : value;
  }
  return merged;
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Choices that exclude another one. */
const EXCLUDED = ['tokens for Kafka'];

const TOGETHER = Object.entries(CHOICES)
  .filter(([name]) => !EXCLUDED.includes(name))
  .map(([, choice]) => choice);

export const EVERYTHING: Values = TOGETHER.reduce(over, LEAST);

/** All sets that are rendered, by name. */
export const VALUE_SETS: Readonly<Record<string, Values>> = {
  'the least': LEAST,
  ...Object.fromEntries(Object.entries(CHOICES).map(([name, choice]) => [name, over(LEAST, choice)])),
  'no jobs, policies and disruption budgets': over(LEAST, {
    jobs: { migrate: { enabled: false }, topics: { enabled: false } },
    networkPolicy: { enabled: false },
    defaults: { podDisruptionBudget: { enabled: false }, topologySpread: false },
  }),
  'passwords from elsewhere': over(LEAST, {
    database: Object.fromEntries(['admin', 'writer', 'reader', 'owner'].map((who) => [who, { existingSecret: '' }])),
  }),
  'no listeners of OTLP': over(LEAST, { otlp: { http: { enabled: false }, grpc: { enabled: false } } }),
  'no tokens': over(LEAST, { credentials: { bearerTokensKey: '', keyPairsKey: 'pairs' } }),
  everything: EVERYTHING,
  'rules for Prometheus': over(LEAST, { prometheusRule: { enabled: true, labels: { release: 'prometheus' } } }),
  dashboards: over(LEAST, { dashboards: { enabled: true, annotations: { folder: 'Sluice' } } }),
  standalone: STANDALONE,
  'standalone with credentials of its own': { standalone: { enabled: true } },
  'standalone with everything': TOGETHER.reduce(
    over,
    over(STANDALONE, { standalone: { ...forPods('standalone'), ...partsFor('standalone') } }),
  ),
  'images by digest': over(LEAST, {
    image: { registry: 'registry.example.com:5000/team', digest: `sha256:${'a1'.repeat(32)}` },
  }),
  'gateways alone': over(LEAST, {
    writer: { enabled: false },
    query: { enabled: false },
    ingress: { enabled: true, host: 'a.example.com' },
  }),
  'writers alone': over(LEAST, { gateway: { enabled: false }, query: { enabled: false } }),
  'queries alone': over(LEAST, {
    gateway: { enabled: false },
    writer: { enabled: false },
    gatewayApi: { enabled: true, parentRefs: [{ name: 'public' }] },
  }),
  'no service account of the chart': over(LEAST, { serviceAccount: { create: false, name: 'mine' } }),
};
