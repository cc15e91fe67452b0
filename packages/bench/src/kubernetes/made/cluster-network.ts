import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NetworkNamespace } from './namespace';
import { DNS_ADDRESS, POD_RANGE, SERVICE_RANGE } from './node';

/** The bridge that nodes are on. */
export async function makeNodesBridge(namespace: NetworkNamespace): Promise<void> {
  await namespace.ip('link add nodes type bridge');
  await namespace.ip(`addr add ${DNS_ADDRESS}/24 dev nodes`);
  await namespace.ip('link set nodes up');
  // Without a way there, the kernel refuses an address of a Service before kube-proxy can lead it elsewhere.
  await namespace.ip(`route add ${SERVICE_RANGE} dev nodes`);
}

/** Addresses of Services lead to pods, and names to addresses. */
export async function startNetwork(namespace: NetworkNamespace, folder: string, kubeconfig: string): Promise<void> {
  await namespace.start('kube-proxy', 'kube-proxy', [
    `--kubeconfig=${kubeconfig}`,
    '--proxy-mode=nftables',
    `--cluster-cidr=${POD_RANGE}`,
    '--hostname-override=node-0',
    '--conntrack-max-per-core=0',
    '--oom-score-adj=0',
  ]);
  const zones = join(folder, 'Corefile');
  await writeFile(
    zones,
    `cluster.local:53 {
  bind ${DNS_ADDRESS}
  errors
  kubernetes cluster.local {
    kubeconfig ${kubeconfig} made
  }
}
`,
  );
  await namespace.start('coredns', 'coredns', ['-conf', zones]);
}
