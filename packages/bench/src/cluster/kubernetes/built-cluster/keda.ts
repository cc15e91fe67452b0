import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../../../command/run-program';
import { makeCertificate } from './certificate';
import type { Enclosure } from './enclosure';
import { DNS_ADDRESS } from './node';

const NAMESPACE = 'keda';
const READY_MS = 120_000;
const ADAPTER_PORT = 6444;
const BETWEEN_THEM = '127.0.0.1:9666';
const READER = 'external-metrics-reader';
/** Runs a program with the DNS of a pod in the operator's namespace. */
const WITH_NAMES = 'mount --bind "$1" /etc/resolv.conf && shift && exec "$@"';

/**
 * Starts KEDA's operator and its metrics adapter, as processes.
 * @param definitions folder of its custom resource definitions
 */
export async function startKeda(
  enclosure: Enclosure,
  {
    folder,
    kubeconfig,
    definitions,
  }: { readonly folder: string; readonly kubeconfig: string; readonly definitions: string },
): Promise<void> {
  const kubectl = (args: readonly string[], input = '') =>
    enclosure.run('kubectl', ['--kubeconfig', kubeconfig, ...args], { input });
  await kubectl(['apply', '--server-side', '--filename', definitions]);
  for (const object of objects()) await kubectl(['apply', '--filename', '-'], JSON.stringify(object));
  const certificates = join(folder, 'keda');
  const { certificate } = await makeCertificate(certificates, 'keda');
  await runProgram('cp', [certificate, join(certificates, 'ca.crt')]);
  const names = join(folder, 'resolv.conf');
  await writeFile(
    names,
    `nameserver ${DNS_ADDRESS}\nsearch ${NAMESPACE}.svc.cluster.local svc.cluster.local\noptions ndots:5\n`,
  );
  const settings = [
    'WATCH_NAMESPACE=',
    `POD_NAMESPACE=${NAMESPACE}`,
    'POD_NAME=keda-operator',
    `KEDA_CLUSTER_OBJECT_NAMESPACE=${NAMESPACE}`,
  ];
  const env = ['env', ...settings, `KUBECONFIG=${kubeconfig}`];
  await enclosure.start('keda', 'unshare', [
    ...[
      '--mount',
      'sh',
      '-c',
      WITH_NAMES,
      'sh',
      names,
      ...env,
      'keda',
      '--leader-elect=false',
      '--enable-cert-rotation=false',
    ],
    `--cert-dir=${certificates}`,
    '--metrics-bind-address=127.0.0.1:8085',
    '--health-probe-bind-address=127.0.0.1:8086',
    `--metrics-service-bind-address=${BETWEEN_THEM}`,
  ]);
  await enclosure.start('keda-adapter', 'env', [
    ...env.slice(1),
    'keda-adapter',
    `--secure-port=${ADAPTER_PORT}`,
    `--cert-dir=${certificates}`,
    `--metrics-service-address=${BETWEEN_THEM}`,
    '--port=8087',
    ...['authentication', 'authorization', 'lister'].map((which) => `--${which}-kubeconfig=${kubeconfig}`),
  ]);
  await enclosure.until('keda-adapter', READY_MS, () =>
    kubectl(['get', '--raw', '/apis/external.metrics.k8s.io/v1beta1']),
  );
}

/** Returns the objects that route requests from the API server to the adapter, and allow the autoscaler controller to query it. */
function objects(): readonly unknown[] {
  const service = { name: 'keda-metrics-apiserver', namespace: NAMESPACE };
  const group = 'external.metrics.k8s.io';
  const rbac = 'rbac.authorization.k8s.io';
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: service,
      spec: { ports: [{ name: 'https', port: 443, targetPort: ADAPTER_PORT }] },
    },
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { ...service, labels: { 'kubernetes.io/service-name': service.name } },
      addressType: 'IPv4',
      ports: [{ name: 'https', port: ADAPTER_PORT }],
      endpoints: [{ addresses: [DNS_ADDRESS] }],
    },
    {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: `v1beta1.${group}` },
      spec: {
        service,
        group,
        version: 'v1beta1',
        insecureSkipTLSVerify: true,
        groupPriorityMinimum: 100,
        versionPriority: 100,
      },
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRole',
      metadata: { name: READER },
      rules: [{ apiGroups: [group], resources: ['*'], verbs: ['get', 'list'] }],
    },
    {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: READER },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: READER },
      subjects: [{ kind: 'ServiceAccount', name: 'horizontal-pod-autoscaler', namespace: 'kube-system' }],
    },
  ];
}
