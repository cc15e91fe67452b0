import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCertificate } from './certificate';
import type { Enclosure } from './enclosure';
import { SERVICE_RANGE } from './node';

const READY_MS = 120_000;
const SERVER = 'https://127.0.0.1:6443';
/** Name of the API server's certificate towards other API servers. */
const PROXY = 'front-proxy';
const SECRET = { mode: 0o600 };

/**
 * Starts etcd, API server, controllers and scheduler.
 * @param folder for keys, data and files of the server
 * @returns the path of a kubeconfig for use within the enclosure
 */
export async function startControlPlane(enclosure: Enclosure, folder: string): Promise<string> {
  const [key, tokens, kubeconfig] = ['service-accounts.pem', 'tokens.csv', 'kubeconfig'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const token = randomBytes(24).toString('hex');
  await writeFile(key, privateKey, SECRET);
  await writeFile(tokens, `${token},admin,admin,system:masters\n`, SECRET);
  await writeFile(kubeconfig, kubeconfigText(token), SECRET);

  const proxy = await makeCertificate(join(folder, 'proxy'), PROXY);
  const etcd = 'http://127.0.0.1:2379';
  const peer = 'http://127.0.0.1:2380';
  await enclosure.start('etcd', 'etcd', [
    `--data-dir=${join(folder, 'etcd')}`,
    '--unsafe-no-fsync',
    `--listen-client-urls=${etcd}`,
    `--advertise-client-urls=${etcd}`,
    `--listen-peer-urls=${peer}`,
  ]);
  await enclosure.start('kube-apiserver', 'kube-apiserver', [
    `--etcd-servers=${etcd}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    '--secure-port=6443',
    `--cert-dir=${join(folder, 'certificates')}`,
    `--service-account-key-file=${key}`,
    `--service-account-signing-key-file=${key}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-cluster-ip-range=${SERVICE_RANGE}`,
    `--token-auth-file=${tokens}`,
    '--authorization-mode=RBAC,Node',
    // A loopback address is no valid endpoint, and no process of the cluster uses the Service `kubernetes`.
    '--endpoint-reconciler-type=none',
    '--allow-privileged',
    // Other API servers, such as KEDA's metrics adapter, authenticate this one by the certificate.
    `--requestheader-client-ca-file=${proxy.certificate}`,
    `--requestheader-allowed-names=${PROXY}`,
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    `--proxy-client-cert-file=${proxy.certificate}`,
    `--proxy-client-key-file=${proxy.key}`,
    '--enable-aggregator-routing',
    // Names of nodes cannot be resolved.
    '--kubelet-preferred-address-types=InternalIP',
  ]);
  const ask = (path: string) => enclosure.run('kubectl', ['--kubeconfig', kubeconfig, 'get', '--raw', path]);
  await enclosure.until('kube-apiserver', READY_MS, () => ask('/readyz'));
  const client = [`--kubeconfig=${kubeconfig}`, '--bind-address=127.0.0.1', '--leader-elect=false'];
  await enclosure.start('kube-controller-manager', 'kube-controller-manager', [
    ...client,
    `--service-account-private-key-file=${key}`,
    '--use-service-account-credentials',
  ]);
  await enclosure.start('kube-scheduler', 'kube-scheduler', client);
  await enclosure.until('kube-controller-manager', READY_MS, () =>
    ask('/api/v1/namespaces/default/serviceaccounts/default'),
  );
  return kubeconfig;
}

/**
 * JSON, which is YAML. TLS is not verified, because the certificate is made at each start and only this run has access to the enclosure.
 */
function kubeconfigText(token: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'made', cluster: { server: SERVER, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'made', context: { cluster: 'made', user: 'admin' } }],
    'current-context': 'made',
  });
}
