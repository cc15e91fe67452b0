import { readFileSync } from 'node:fs';
import { type KubernetesObject, objectsOf } from './objects';
import { MANIFESTS, pathOf } from './manifests';
import { violations } from './policies';
import { schemaProblems } from './schemas';

/** Makes the services, with one change of the gateway's Deployment. */
function changed(change: (gateway: Changeable) => void): KubernetesObject[] {
  const [services] = MANIFESTS;
  const objects = services ? objectsOf(readFileSync(pathOf(services), 'utf8')) : [];
  const gateway = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'sluice-gateway');
  if (gateway === undefined) throw new Error('no gateway');
  change(gateway as unknown as Changeable);
  return objects;
}

interface Changeable {
  kind: string;
  metadata: { name: string };
  spec: {
    template: { metadata: { labels: Record<string, string> }; spec: Record<string, unknown> & { containers: [Part] } };
  };
}
type Part = Record<string, unknown> & {
  env: object[];
  resources: Record<string, Record<string, unknown>>;
  securityContext: Record<string, unknown>;
};

const inPod = (change: (pod: Changeable['spec']['template']['spec']) => void) => (gateway: Changeable) =>
  change(gateway.spec.template.spec);
const inContainer = (change: (container: Part) => void) =>
  inPod((pod) => {
    change(pod.containers[0]);
  });

const WRONG: readonly (readonly [string, (gateway: Changeable) => void])[] = [
  ['automountServiceAccountToken is not false', inPod((pod) => delete pod['automountServiceAccountToken'])],
  ['enableServiceLinks is not false', inPod((pod) => (pod['enableServiceLinks'] = true))],
  ['it uses a namespace of its node', inPod((pod) => (pod['hostNetwork'] = true))],
  ['it uses a namespace of its node', inPod((pod) => Object.assign(pod, { hostNetwork: false, hostPID: true }))],
  [
    'it may run as root',
    inPod((pod) => (pod['securityContext'] = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })),
  ],
  [
    'seccompProfile is not RuntimeDefault',
    inPod((pod) => (pod['securityContext'] = { runAsNonRoot: true, runAsUser: 1 })),
  ],
  [
    'volume a is of kind hostPath',
    inPod((pod) => (pod['volumes'] as object[]).push({ name: 'a', hostPath: { path: '/' } })),
  ],
  ['there is no volume tmp', inPod((pod) => (pod['volumes'] as object[]).shift())],
  ['gateway has an image without a version: sluice', inContainer((container) => (container['image'] = 'sluice'))],
  [
    'gateway has an image without a version: a:1/sluice',
    inContainer((container) => (container['image'] = 'a:1/sluice')),
  ],
  ['gateway has an image without a version: s:latest', inContainer((container) => (container['image'] = 's:latest'))],
  ['gateway lacks requests or a limit of memory', inContainer(({ resources }) => delete resources['limits'])],
  [
    'gateway lacks requests or a limit of memory',
    inContainer(({ resources }) => delete resources['requests']?.['cpu']),
  ],
  [
    'gateway may gain privileges',
    inContainer(({ securityContext }) => delete securityContext['allowPrivilegeEscalation']),
  ],
  ['gateway keeps capabilities', inContainer(({ securityContext }) => delete securityContext['capabilities'])],
  [
    'gateway has capabilities',
    inContainer(({ securityContext }) => (securityContext['capabilities'] = { drop: ['ALL'], add: ['SYS_ADMIN'] })),
  ],
  [
    'gateway may write to its root',
    inContainer(({ securityContext }) => delete securityContext['readOnlyRootFilesystem']),
  ],
  [
    'gateway has a port of its node',
    inContainer((container) => (container['ports'] = [{ name: 'http', containerPort: 1, hostPort: 1 }])),
  ],
  ['DATABASE_PASSWORD is a secret', inContainer(({ env }) => env.push({ name: 'DATABASE_PASSWORD', value: 'x' }))],
  [
    'OTEL_EXPORTER_OTLP_HEADERS is a secret',
    inContainer(({ env }) => env.push({ name: 'OTEL_EXPORTER_OTLP_HEADERS', value: 'Authorization=Bearer%20x' })),
  ],
  ['A_URL is a secret', inContainer(({ env }) => env.push({ name: 'A_URL', value: 'postgres://a:b@c/d' }))],
  ['gateway has no startupProbe', inContainer((container) => delete container['startupProbe'])],
  ['gateway has no livenessProbe', inContainer((container) => delete container['livenessProbe'])],
  ['gateway has no readinessProbe', inContainer((container) => delete container['readinessProbe'])],
  ['its name is longer than a label may be', (gateway) => (gateway.metadata.name = 'x'.repeat(64))],
  ['it selects no pod', (gateway) => delete gateway.spec.template.metadata.labels['app.kubernetes.io/component']],
  ['no pod of it has a port http', inContainer((container) => delete container['ports'])],
];

test.each(WRONG)('finds: %s', (problem, change) => {
  const found = violations(changed(change));
  expect(found.map((each) => each.slice(each.indexOf(': ') + 2))).toContain(problem);
});

test.each([
  [
    'a field that there is not',
    inContainer((container) => (container['imagge'] = 'x')),
    '/containers/0 must NOT have additional properties: imagge',
  ],
  [
    'a value of another type',
    inPod((pod) => (pod['enableServiceLinks'] = 'no')),
    '/enableServiceLinks must be boolean',
  ],
  [
    'a field that is missing',
    inPod((pod) => delete (pod as Partial<typeof pod>).containers),
    "must have required property 'containers'",
  ],
  ['a kind without a schema', (gateway: Changeable) => (gateway.kind = 'Deploymint'), 'there is no schema of apps/v1'],
])('the schemas find %s', (_, change, problem) => {
  expect(schemaProblems(changed(change)).join('\n')).toContain(problem);
});
