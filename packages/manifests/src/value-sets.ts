type Values = Readonly<Record<string, unknown>>;

const login = (who: string) => ({
  url: `postgres://sluice_${who}_login@postgres:5432/sluice`,
  existingSecret: 'sluice-database',
  passwordKey: who,
});

/** The least that an installation of several processes gives: hosts and Secrets. */
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

/** All that can be said of the pods of a component; each text has the component in it, to be found again. */
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

export const COMPONENTS = ['gateway', 'writer', 'query'] as const;

const autoscaling = { enabled: true, minReplicas: 3, maxReplicas: 6 };

/** What can be chosen beside the least, each alone; all of them together are `EVERYTHING`. */
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
  'an authority of the database': { database: { caSecret: 'database-ca' } },
  retention: { retentionDays: 30 },
  'the disk of the database': { database: { diskSize: '500GiB' } },
  'key pairs': { credentials: { keyPairsKey: 'pairs' } },
  'a copy of the document for writers': { credentials: { keyPairsKey: 'keys.yaml', writerSecret: 'sluice-projects' } },
  'a default project': { projectId: 'acme.prod' },
  'plain jobs': { jobs: { hooks: false, annotations: { 'argocd.argoproj.io/sync-wave': '-1' } } },
  'a toolbox that is there': { toolbox: { replicas: 1 } },
  autoscaling: { gateway: { autoscaling }, query: { autoscaling } },
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
  'Gateway API': {
    gatewayApi: {
      enabled: true,
      parentRefs: [{ name: 'public', namespace: 'ingress' }],
      hostnames: ['sluice.example.com'],
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

/** One set of values over another: objects are merged, all else is replaced, as Helm does. */
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

export const EVERYTHING: Values = Object.values(CHOICES).reduce(over, LEAST);

/** Every set that is rendered, by name. */
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
  'no tokens': over(LEAST, { credentials: { bearerTokensKey: '', keyPairsKey: 'pairs' } }),
  everything: EVERYTHING,
  'rules for Prometheus': over(LEAST, { prometheusRule: { enabled: true, labels: { release: 'prometheus' } } }),
  dashboards: over(LEAST, { dashboards: { enabled: true, annotations: { folder: 'Sluice' } } }),
  standalone: STANDALONE,
  'standalone with credentials of its own': { standalone: { enabled: true } },
  'standalone with everything': Object.values(CHOICES).reduce(
    over,
    over(STANDALONE, { standalone: forPods('standalone') }),
  ),
};
