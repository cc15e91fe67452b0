import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Enclosure } from './enclosure';
import { DNS_ADDRESS, POD_RANGE, SERVICE_RANGE } from './node';

/** Makes the bridge that connects the nodes. */
export async function makeNodesBridge(enclosure: Enclosure): Promise<void> {
  await enclosure.ip('link add nodes type bridge');
  await enclosure.ip(`addr add ${DNS_ADDRESS}/24 dev nodes`);
  await enclosure.ip('link set nodes up');
  // Without a route, the kernel refuses an address of a Service before kube-proxy can redirect it.
  await enclosure.ip(`route add ${SERVICE_RANGE} dev nodes`);
}

/** Starts kube-proxy, which redirects addresses of Services to pods, and CoreDNS. */
export async function startNetwork(enclosure: Enclosure, folder: string, kubeconfig: string): Promise<void> {
  await enclosure.start('kube-proxy', 'kube-proxy', [
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
  await enclosure.start('coredns', 'coredns', ['-conf', zones]);
}
