import { type Container, type KubernetesObject, type PodSpec, nameOf, podOf } from './objects';

/** Returns what is wrong with one object, or with relations of objects; empty where all is right. */
type Policy = (object: KubernetesObject, all: readonly KubernetesObject[]) => readonly string[];

/** Returns all violations of the rules for objects, each with the name of its object. */
export function violations(objects: readonly KubernetesObject[]): string[] {
  return objects.flatMap((object) =>
    POLICIES.flatMap((policy) => policy(object, objects)).map((problem) => `${nameOf(object)}: ${problem}`),
  );
}

const says = (isWrong: boolean, problem: string): string[] => (isWrong ? [problem] : []);

/** Volumes of the profile `restricted`, https://kubernetes.io/docs/concepts/security/pod-security-standards/ */
const VOLUMES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

const pods: Policy = (object) => {
  const spec = podOf(object)?.spec;
  if (spec === undefined) return [];
  const { securityContext: security = {}, volumes = [] } = spec;
  const mounted = new Set(volumes.map(({ name }) => name));
  if (object.kind === 'StatefulSet') mounted.add('data');
  return [
    ...says(spec.automountServiceAccountToken !== false, 'automountServiceAccountToken is not false'),
    ...says(spec.enableServiceLinks !== false, 'enableServiceLinks is not false'),
    ...says([spec.hostNetwork, spec.hostPID, spec.hostIPC].includes(true), 'it uses a namespace of its node'),
    ...says(security.runAsNonRoot !== true || !((security.runAsUser ?? 0) > 0), 'it may run as root'),
    ...says(security.seccompProfile?.type !== 'RuntimeDefault', 'seccompProfile is not RuntimeDefault'),
    ...volumes.flatMap(({ name, ...kind }) =>
      Object.keys(kind).flatMap((each) => says(!VOLUMES.includes(each), `volume ${name} is of kind ${each}`)),
    ),
    ...containersOf(spec).flatMap((container) => [
      ...ofContainer(container),
      ...(container.volumeMounts ?? []).flatMap(({ name }) => says(!mounted.has(name), `there is no volume ${name}`)),
      // A container without a port serves no requests.
      ...(isServing(object) && container.ports !== undefined ? withoutProbes(container) : []),
    ]),
  ];
};

const containersOf = ({ containers, initContainers = [] }: PodSpec): Container[] => [...initContainers, ...containers];

const isServing = ({ kind }: KubernetesObject): boolean => kind === 'Deployment' || kind === 'StatefulSet';

function withoutProbes({ name, ...container }: Container): string[] {
  const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;
  return probes.flatMap((probe) => says(container[probe] === undefined, `${name} has no ${probe}`));
}

function ofContainer({
  name,
  image,
  resources = {},
  securityContext: security = {},
  ...container
}: Container): string[] {
  const { requests = {}, limits = {} } = resources;
  return [
    ...says(
      !/(:[\w][\w.-]*|@sha256:[0-9a-f]{64})$/.test(image) || image.endsWith(':latest'),
      `${name} has an image without a version: ${image}`,
    ),
    ...says(
      !('cpu' in requests && 'memory' in requests && 'memory' in limits),
      `${name} lacks requests or a limit of memory`,
    ),
    ...says(security.allowPrivilegeEscalation !== false || security.privileged === true, `${name} may gain privileges`),
    ...says(security.capabilities?.drop?.includes('ALL') !== true, `${name} keeps capabilities`),
    ...says((security.capabilities?.add ?? []).length > 0, `${name} has capabilities`),
    ...says(security.readOnlyRootFilesystem !== true, `${name} may write to its root`),
    ...(container.ports ?? []).flatMap(({ hostPort }) =>
      says(hostPort !== undefined, `${name} has a port of its node`),
    ),
    ...(container.env ?? []).flatMap(({ name: variable, value }) =>
      says(isSecret(variable, value), `${variable} is a secret`),
    ),
  ];
}

/** Returns whether a variable contains a secret, which belongs in a Secret: every reader of the object can read its variables. */
function isSecret(variable: string, value: string | undefined): boolean {
  if (value === undefined || value === '') return false;
  const isNamed = /(PASSWORD|SECRET|TOKEN|API_KEYS?|PRIVATE_KEY|OTLP(_TRACES)?_HEADERS)$/.test(variable);
  return isNamed || (URL.canParse(value) && new URL(value).password !== '');
}

const names: Policy = ({ metadata, kind }) => [
  ...says(metadata.name.length > 63, 'its name is longer than a label may be'),
  ...says(kind === 'Secret', 'a secret that a chart makes is in its release'),
  ...says(kind.includes('Role'), 'nothing here speaks to the API server'),
];

/** Checks that references between objects are right. */
const references: Policy = (object, all) => {
  const { kind, spec = {} } = object;
  const find = (labels: Readonly<Record<string, string>>) =>
    all.filter((each) => isServing(each) || each.kind === 'Job').filter((each) => isSelected(each, labels));
  if (kind === 'Service') {
    const containers = find((spec.selector ?? {}) as Record<string, string>).flatMap(
      (each) => podOf(each)?.spec.containers ?? [],
    );
    const ports = containers.flatMap((each) => (each.ports ?? []).map(({ name }) => name));
    return (spec.ports ?? []).flatMap(({ targetPort }) =>
      says(!ports.includes(String(targetPort)), `no pod of it has a port ${targetPort}`),
    );
  }
  const selector = spec.podSelector?.matchLabels ?? spec.selector?.matchLabels;
  const target = spec.scaleTargetRef?.name;
  return [
    ...says(selector !== undefined && find(selector).length === 0, 'it selects no pod'),
    ...says(
      target !== undefined && !all.some((each) => isServing(each) && each.metadata.name === target),
      'its target is missing',
    ),
  ];
};

function isSelected(object: KubernetesObject, labels: Readonly<Record<string, string>>): boolean {
  const has = podOf(object)?.labels ?? {};
  return Object.entries(labels).every(([name, value]) => has[name] === value);
}

const POLICIES: readonly Policy[] = [pods, names, references];
