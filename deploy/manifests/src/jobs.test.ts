import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHART, hasHelm, template } from './helm';
import { type KubernetesObject, objectsOf } from './objects';
import { LEAST, STANDALONE, VALUE_SETS, over } from './value-sets';

const withHelm = hasHelm() ? describe : describe.skip;

withHelm('plain jobs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-chart-'));
  const newer = join(folder, 'sluice');
  beforeAll(() => {
    cpSync(CHART, newer, { recursive: true });
    const chart = join(newer, 'Chart.yaml');
    writeFileSync(chart, readFileSync(chart, 'utf8').replace(/^(version|appVersion): .*$/gm, '$1: 9.9.9'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function rendered(values: object, chart = CHART): KubernetesObject[] {
    const { ok, text } = template(values, { chart });
    if (!ok) throw new Error(text);
    return objectsOf(text);
  }
  const plain = (values: Parameters<typeof over>[1]) => over(values, { jobs: { hooks: false } });
  const jobsOf = (objects: readonly KubernetesObject[]) => objects.filter(({ kind }) => kind === 'Job');

  test('have one pod for each name, whatever changes: an API server changes none of a job', () => {
    const renderings = [
      ...Object.values(VALUE_SETS).map((values) => jobsOf(rendered(plain(values)))),
      jobsOf(rendered(plain(LEAST), newer)),
      jobsOf(rendered(plain(over(LEAST, { image: { tag: '0.1.1' } })))),
      jobsOf(rendered(plain(over(LEAST, { jobs: { podLabels: { team: 'a' } } })))),
      jobsOf(rendered(plain(over(LEAST, { jobs: { resources: { limits: { memory: '300Mi' } } } })))),
      jobsOf(rendered(plain(over(LEAST, { kafka: { topics: { partitions: 48 } } })))),
    ];
    const pods = new Map<string, string>();
    for (const { metadata, spec } of renderings.flat()) {
      const pod = JSON.stringify(spec?.template);
      expect([metadata.name, pods.get(metadata.name) ?? pod]).toEqual([metadata.name, pod]);
      pods.set(metadata.name, pod);
    }
    expect(pods.size).toBeGreaterThan(12);
  });

  test('keep their names while their pods stay as they are', () => {
    const names = (values: Parameters<typeof over>[1]) =>
      jobsOf(rendered(plain(over(LEAST, values)))).map(({ metadata }) => metadata.name);
    expect(names({ gateway: { replicas: 7 }, jobs: { backoffLimit: 3, annotations: { a: 'b' } } })).toEqual(names({}));
  });

  test('stay when they have ended, unless a time is named', () => {
    const kept = (jobs: object) =>
      jobsOf(rendered(plain(over(LEAST, { jobs })))).map(({ spec }) => spec?.ttlSecondsAfterFinished);
    expect(kept({})).toEqual([undefined, undefined]);
    expect(kept({ ttlSecondsAfterFinished: 0 })).toEqual([0, 0]);
  });

  test('fail at once for settings that are wrong, and name no container that is not theirs', () => {
    const failing = jobsOf(rendered(LEAST)).map(({ spec }) => spec as unknown as { readonly podFailurePolicy: object });
    const policy = (containerName: string) => ({
      rules: [{ action: 'FailJob', onExitCodes: { containerName, operator: 'In', values: [64, 78] } }],
    });
    expect(failing.map(({ podFailurePolicy }) => podFailurePolicy)).toEqual(['migrate', 'topics'].map(policy));
    // An API server accepts such a policy only with restartPolicy Never.
    for (const { spec } of jobsOf(rendered(LEAST)))
      expect(spec?.template?.spec).toMatchObject({ restartPolicy: 'Never' });
  });

  test('may reach what they need as early as they run: their policies have their annotations', () => {
    const annotations = { 'argocd.argoproj.io/sync-wave': '-1' };
    const early = rendered(over(LEAST, { jobs: { hooks: false, annotations } })).filter(
      ({ metadata }) => metadata.annotations?.['argocd.argoproj.io/sync-wave'] !== undefined,
    );
    expect(early.map(({ kind }) => kind).sort()).toEqual(['Job', 'Job', 'NetworkPolicy', 'NetworkPolicy']);
  });
});

withHelm('the toolbox', () => {
  function deploymentOf(values: object): KubernetesObject | undefined {
    const { ok, text } = template(values);
    if (!ok) throw new Error(text);
    return objectsOf(text).find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'sluice-toolbox');
  }
  const settingsOf = (values: object): Record<string, string | undefined> =>
    Object.fromEntries(
      (deploymentOf(values)?.spec?.template?.spec.containers[0]?.env ?? []).map(({ name, value }) => [name, value]),
    );

  test('has no pod by default, and is not there with one process or where it is not wanted', () => {
    expect(deploymentOf(LEAST)?.spec).toMatchObject({ replicas: 0 });
    expect(deploymentOf(STANDALONE)).toBeUndefined();
    expect(deploymentOf(over(LEAST, { toolbox: { enabled: false } }))).toBeUndefined();
  });

  test('has every setting that commands compare the installation with, and three logins of which none migrates', () => {
    const values = over(LEAST, {
      retentionDays: 30,
      database: { diskSize: '500GiB' },
      kafka: { topicPrefix: 'eu.', topics: { partitions: 12, replicationFactor: 1, minInSyncReplicas: 1 } },
      writer: { extraEnv: [{ name: 'WRITE_CONCURRENCY', value: '8' }] },
      query: {
        extraEnv: [
          { name: 'READ_CONNECTIONS', value: '20' },
          { name: 'CONSOLE', value: 'false' },
        ],
      },
      projectId: 'acme',
    });
    expect(settingsOf(values)).toEqual({
      PROJECT_ID: 'acme',
      KAFKA_BROKERS: 'kafka:9092',
      KAFKA_TOPIC_PREFIX: 'eu.',
      TOPIC_PARTITIONS: '12',
      TOPIC_REPLICATION_FACTOR: '1',
      TOPIC_MIN_IN_SYNC_REPLICAS: '1',
      DATABASE_URL: 'postgres://sluice_writer_login@postgres:5432/sluice',
      DATABASE_PASSWORD_FILE: '/etc/sluice/database/writer',
      DATABASE_READ_URL: 'postgres://sluice_reader_login@postgres:5432/sluice',
      DATABASE_READ_PASSWORD_FILE: '/etc/sluice/database/reader',
      DATABASE_OWNER_URL: 'postgres://sluice_owner_login@postgres:5432/sluice',
      DATABASE_OWNER_PASSWORD_FILE: '/etc/sluice/database/owner',
      RETENTION_DAYS: '30',
      DATABASE_DISK_BYTES: '500GiB',
      WRITE_CONCURRENCY: '8',
      READ_CONNECTIONS: '20',
    });
    expect(JSON.stringify(deploymentOf(values)?.spec?.template?.spec.volumes)).not.toContain('admin');
  });
});
