import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HELM } from './config';
import { CHART, hasHelm } from './helm';
import { objectsOf } from './objects';
import { LEAST, over } from './value-sets';

const withHelm = hasHelm() ? describe : describe.skip;

const held = { 'f:spec': { 'f:replicas': {}, 'f:selector': {} } };
const notHeld = { 'f:spec': { 'f:selector': {} } };
const byStatus = { manager: 'kube-controller-manager', operation: 'Update', subresource: 'status', fieldsV1: {} };
const byAutoscaler = {
  manager: 'kube-controller-manager',
  operation: 'Update',
  subresource: 'scale',
  fieldsV1: { 'f:spec': { 'f:replicas': {} } },
};

/** Managers of fields of a Deployment, as an API server of Kubernetes 1.36 answered after upgrades by Helm 4.1. */
const ANSWERED: Readonly<Record<string, readonly [readonly object[] | undefined, number | undefined]>> = {
  'a release without a Deployment yet': [undefined, undefined],
  'a release with replicas, applied by the server': [
    [{ manager: 'helm', operation: 'Apply', fieldsV1: held }, byStatus],
    5,
  ],
  'an autoscaler that changed them since': [
    [{ manager: 'helm', operation: 'Apply', fieldsV1: notHeld }, byAutoscaler, byStatus],
    undefined,
  ],
  'a release with replicas, merged by the client': [
    [{ manager: 'helm', operation: 'Update', fieldsV1: held }, byStatus],
    5,
  ],
  'an autoscaler that changed what the client will give up': [
    [byAutoscaler, { manager: 'helm', operation: 'Update', fieldsV1: notHeld }, byStatus],
    5,
  ],
};

/** Kinds of the rendered objects, by group and version. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  v1: ['Pod', 'Service', 'ServiceAccount'],
  'apps/v1': ['Deployment'],
  'autoscaling/v2': ['HorizontalPodAutoscaler'],
  'batch/v1': ['Job'],
  'keda.sh/v1alpha1': ['ScaledObject'],
  'networking.k8s.io/v1': ['NetworkPolicy'],
  'policy/v1': ['PodDisruptionBudget'],
};

/** Answers of an API server with these kinds, by path. */
const DISCOVERED: Readonly<Record<string, object>> = {
  '/version': { major: '1', minor: '36', gitVersion: 'v1.36.3' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': {
    kind: 'APIGroupList',
    groups: Object.keys(KINDS).flatMap((groupVersion) => {
      const [name = '', version] = groupVersion.split('/');
      return version === undefined ? [] : { name, versions: [{ groupVersion, version }] };
    }),
  },
  ...Object.fromEntries(
    Object.entries(KINDS).map(([groupVersion, kinds]) => {
      const resources = kinds.map((kind) => ({
        name: `${kind.toLowerCase()}s`,
        kind,
        namespaced: true,
        verbs: ['get'],
      }));
      const path = groupVersion === 'v1' ? '/api/v1' : `/apis/${groupVersion}`;
      return [path, { kind: 'APIResourceList', groupVersion, resources }];
    }),
  ),
};

withHelm('replicas of a Deployment with an autoscaler', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-replicas-'));
  let server: Server;
  let managedFields: readonly object[] | undefined;

  beforeAll(async () => {
    server = createServer(({ url = '' }, answer) => {
      const [path = ''] = url.split('?');
      const [, name] = /^\/apis\/apps\/v1\/namespaces\/default\/deployments\/([\w-]+)$/.exec(path) ?? [];
      const live = {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name, managedFields },
        spec: { replicas: 5 },
      };
      const found = name !== undefined && managedFields !== undefined ? live : DISCOVERED[path];
      answer.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
      answer.end(JSON.stringify(found ?? { kind: 'Status', apiVersion: 'v1', reason: 'NotFound', code: 404 }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${port}` } }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      users: [{ name: 'u', user: {} }],
      'current-context': 'c',
    };
    writeFileSync(join(folder, 'config'), JSON.stringify(config));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await new Promise((resolve) => server.close(resolve));
  });

  async function replicasWith(values: Parameters<typeof over>[1]): Promise<Readonly<Record<string, unknown>>> {
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(over(LEAST, values)));
    const args = [
      'template',
      'sluice',
      CHART,
      '--dry-run=server',
      '--kubeconfig',
      join(folder, 'config'),
      '--values',
      file,
    ];
    // Existing objects are no error, and other tests check new objects.
    args.push('--is-upgrade', '--disable-openapi-validation');
    const text = await new Promise<string>((resolve, reject) => {
      execFile(HELM, args, { maxBuffer: 2 ** 24 }, (error, stdout) => {
        if (error === null) resolve(stdout);
        else reject(new Error(error.message, { cause: error }));
      });
    });
    const deployments = objectsOf(text).filter(({ kind }) => kind === 'Deployment');
    return Object.fromEntries(
      deployments.map(({ metadata, spec }) => [
        metadata.name.replace('sluice-', ''),
        (spec as { readonly replicas?: number }).replicas,
      ]),
    );
  }

  test.each(Object.entries(ANSWERED))(
    'are given up only where nothing is taken down: %s',
    async (_, [fields, kept]) => {
      managedFields = fields;
      const autoscaling = { enabled: true };
      const scaled = { gateway: { autoscaling }, query: { autoscaling }, writer: { keda: { enabled: true } } };
      expect(await replicasWith(scaled)).toEqual({ gateway: kept, query: kept, writer: kept, toolbox: 0 });
    },
  );

  test('are those of the values without one, whatever runs', async () => {
    [managedFields] = ANSWERED['a release with replicas, applied by the server'] ?? [];
    expect(await replicasWith({})).toEqual({ gateway: 2, query: 2, writer: 2, toolbox: 0 });
  });
});
