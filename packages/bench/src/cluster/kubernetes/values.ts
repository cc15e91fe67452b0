/** Database logins: user `sluice` of the test dependencies, and the logins that the chart's job makes. */
export const LOGINS = {
  admin: 'sluice',
  writer: 'sluice_writer_login',
  reader: 'sluice_reader_login',
  owner: 'sluice_owner_login',
};

export interface ValueOptions {
  readonly namespace: string;
  /** `repository:tag`; default: the chart's own. */
  readonly image?: string | undefined;
  /** Annotation of all pods. */
  readonly note?: string;
  /** Scales writers by lag, gateways and queries by processor time. */
  readonly byLag?: boolean;
}

/** Less than in production, so that four writers and an upgrade fit on one small node. */
const SMALL = { resources: { requests: { cpu: '50m' } } };
/** Limits that one writer exceeds under the load, and the shortest intervals that KEDA supports. */
const SCALED = {
  resources: { requests: { cpu: '50m' }, limits: { cpu: '100m' } },
  keda: {
    enabled: true,
    minReplicas: 0,
    maxReplicas: 4,
    lagThreshold: 100,
    pollingIntervalSeconds: 5,
    cooldownSeconds: 10,
  },
};

/** Returns values of the chart, as its README has them for the test dependencies; each Service also has a port of the nodes. */
export function valuesOf({ namespace, image, note, byLag = false }: ValueOptions): Readonly<Record<string, unknown>> {
  const existingSecret = 'sluice-database';
  const login = ([name, user]: [string, string]) =>
    [name, { url: `postgres://${user}@postgres:5432/sluice`, existingSecret, passwordKey: name }] as const;
  const served = { ...SMALL, service: { type: 'NodePort' }, autoscaling: { enabled: byLag } };
  const at = image?.lastIndexOf(':') ?? -1;
  return {
    ...(image !== undefined && { image: { repository: image.slice(0, at), tag: image.slice(at + 1) } }),
    ...(note !== undefined && { defaults: { podAnnotations: { 'sluice-proof': note } } }),
    credentials: { existingSecret: 'sluice-credentials' },
    // With its namespace, because KEDA connects from another one.
    kafka: { brokers: `kafka.${namespace}:9092`, topics: { replicationFactor: 1, minInSyncReplicas: 1 } },
    database: Object.fromEntries(Object.entries(LOGINS).map(login)),
    gateway: served,
    writer: byLag ? SCALED : SMALL,
    query: served,
  };
}
