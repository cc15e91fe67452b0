import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Enclosure } from './enclosure';

const READY_MS = 60_000;
const CONTAINERS = 'k8s.io';
/** Address of a node on the bridge that connects all nodes. */
const addressOfNode = (index: number): string => `10.95.0.${index + 1}`;
const podsOfNode = (index: number): string => `10.244.${index}.0/24`;
export const DNS_ADDRESS = addressOfNode(0);
export const POD_RANGE = '10.244.0.0/16';
/** Addresses of Services. */
export const SERVICE_RANGE = '10.96.0.0/16';

export interface NodeOptions {
  readonly index: number;
  /** Folder of images that are kept between runs. */
  readonly keptFolder: string;
  /** Folder of everything else. */
  readonly folder: string;
  readonly kubeconfig: string;
  /** Image of the container that owns a pod's network. */
  readonly pauseImage: string;
  /** Folder of the CNI plugins. */
  readonly plugins: string;
}

/** Kubelet with a containerd of its own. */
export class ClusterNode {
  readonly name: string;
  readonly #enclosure: Enclosure;
  readonly #options: NodeOptions;

  constructor(enclosure: Enclosure, options: NodeOptions) {
    this.name = `node-${options.index}`;
    this.#enclosure = enclosure;
    this.#options = options;
  }

  get #socket(): string {
    return join(this.#options.folder, 'containerd.sock');
  }

  /** Starts containerd; resolves when it accepts images. */
  async startContainers(): Promise<void> {
    const { folder, index } = this.#options;
    const networks = join(folder, 'networks');
    for (const made of [folder, networks]) await mkdir(made);
    await mkdir(this.#options.keptFolder, { recursive: true });
    await writeFile(join(folder, 'containerd.toml'), this.#containerdText(networks));
    await writeFile(join(networks, 'pods.conflist'), JSON.stringify(podNetwork(index, join(folder, 'addresses'))));
    const name = `containerd-${index}`;
    await this.#enclosure.start(name, 'containerd', ['--config', join(folder, 'containerd.toml')]);
    await this.#enclosure.until(name, READY_MS, () => this.ctr(['version']));
  }

  /** Starts the kubelet; resolves when pods can be scheduled on it. */
  async startKubelet(): Promise<void> {
    const { folder, index, kubeconfig } = this.#options;
    if (index > 0) await this.#enclosure.ip(`addr add ${addressOfNode(index)}/24 dev nodes`);
    const config = join(folder, 'kubelet.json');
    await writeFile(config, JSON.stringify(this.#kubeletConfig()));
    const name = `kubelet-${index}`;
    await this.#enclosure.start(name, 'kubelet', [
      `--config=${config}`,
      `--kubeconfig=${kubeconfig}`,
      `--root-dir=${join(folder, 'kubelet')}`,
      `--cert-dir=${join(folder, 'kubelet-certificates')}`,
      `--hostname-override=${this.name}`,
      `--node-ip=${addressOfNode(index)}`,
    ]);
    const isReady = `jsonpath={.status.conditions[?(@.type=="Ready")].status}`;
    await this.#enclosure.until(name, READY_MS, async () => {
      const args = ['--kubeconfig', kubeconfig, 'get', 'node', this.name, '--output', isReady];
      if ((await this.#enclosure.run('kubectl', args)) !== 'True') throw new Error('the node is not ready');
    });
  }

  /** Runs containerd's `ctr` in the namespace of pods. */
  ctr(args: readonly string[], timeoutMs?: number): Promise<string> {
    const options = timeoutMs === undefined ? {} : { timeoutMs };
    return this.#enclosure.run('ctr', ['--address', this.#socket, '--namespace', CONTAINERS, ...args], options);
  }

  #containerdText(networks: string): string {
    const { folder, keptFolder, pauseImage, plugins } = this.#options;
    const text = (value: string): string => JSON.stringify(value);
    return `version = 3
root = ${text(keptFolder)}
state = ${text(join(folder, 'containerd'))}
# Not everybody who is root may make a process safer from the system's lack of memory.
oom_score = 0
[grpc]
  address = ${text(this.#socket)}
[ttrpc]
  address = ${text(`${this.#socket}.ttrpc`)}
[plugins.'io.containerd.cri.v1.runtime']
  restrict_oom_score_adj = true
  # Below the folder of the run.
  netns_mounts_under_state_dir = true
  [plugins.'io.containerd.cri.v1.runtime'.cni]
    bin_dirs = [${text(plugins)}]
    conf_dir = ${text(networks)}
[plugins.'io.containerd.cri.v1.images'.pinned_images]
  sandbox = ${text(pauseImage)}
[plugins.'io.containerd.nri.v1.nri']
  disable = true
[plugins.'io.containerd.internal.v1.opt']
  path = ${text(join(folder, 'opt'))}
`;
  }

  #kubeletConfig(): unknown {
    const { folder, index } = this.#options;
    return {
      apiVersion: 'kubelet.config.k8s.io/v1beta1',
      kind: 'KubeletConfiguration',
      address: addressOfNode(index),
      podLogsDir: join(folder, 'logs'),
      volumePluginDir: join(folder, 'volume-plugins'),
      // Two kubelets run on one machine.
      healthzPort: 0,
      // Only this run has access to the enclosure.
      authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
      authorization: { mode: 'AlwaysAllow' },
      cgroupDriver: 'cgroupfs',
      failCgroupV1: false,
      // A kubelet ends control groups of unknown pods: those of the other kubelet.
      cgroupsPerQOS: false,
      enforceNodeAllocatable: [],
      failSwapOn: false,
      oomScoreAdj: 0,
      containerRuntimeEndpoint: `unix://${this.#socket}`,
      clusterDomain: 'cluster.local',
      clusterDNS: [DNS_ADDRESS],
      resolvConf: '',
      // The disk is that of the machine: files of others are no reason to delete images or pods.
      imageGCHighThresholdPercent: 100,
      imageGCLowThresholdPercent: 99,
      evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
    };
  }
}

/** Removes control groups, which outlive their processes. @param folder the node's */
export async function removeControlGroups(folder: string): Promise<void> {
  const groups = '/sys/fs/cgroup';
  const listed = (path: string): Promise<string[]> => readdir(path).catch(() => []);
  const containers = await listed(join(folder, 'containerd/io.containerd.runtime.v2.task', CONTAINERS));
  // Control groups have one hierarchy for each controller, or one for all of them.
  for (const controller of ['', ...(await listed(groups))]) {
    const parent = join(groups, controller, CONTAINERS);
    // The folder may not exist, or contain groups of another cluster.
    for (const id of containers) await rmdir(join(parent, id)).catch(() => undefined);
    await rmdir(parent).catch(() => undefined);
  }
}

function podNetwork(index: number, dataDir: string): unknown {
  const ranges = [[{ subnet: podsOfNode(index) }]];
  return {
    cniVersion: '1.0.0',
    name: `pods-${index}`,
    plugins: [
      {
        type: 'bridge',
        bridge: `pods${index}`,
        isGateway: true,
        ipMasq: false,
        hairpinMode: true,
        ipam: { type: 'host-local', dataDir, ranges, routes: [{ dst: '0.0.0.0/0' }] },
      },
      { type: 'portmap', capabilities: { portMappings: true } },
    ],
  };
}
