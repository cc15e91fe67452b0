import { setTimeout as sleep } from 'node:timers/promises';
import type { Kubectl } from './kubectl';
import { type Pod, podsOf } from './pods';

const RETRY_MS = 1_000;
const DRAIN_SECONDS = 180;

interface Node {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly unschedulable?: boolean; readonly taints?: readonly { readonly effect: string }[] };
  readonly status: {
    readonly conditions: readonly { readonly type: string; readonly status: string }[];
    readonly addresses: readonly { readonly type: string; readonly address: string }[];
  };
}

/** Returns the nodes that accept pods. */
export async function workingNodes(kubectl: Kubectl): Promise<readonly Node[]> {
  const { items } = await kubectl.read<{ readonly items: readonly Node[] }>(['nodes']);
  return items.filter(
    ({ spec, status }) =>
      spec.unschedulable !== true &&
      !spec.taints?.some(({ effect }) => effect !== 'PreferNoSchedule') &&
      status.conditions.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
  );
}

/** Returns the address at which pods and other nodes reach the node. */
export function addressOf({ status }: Node): string | undefined {
  return status.addresses.find(({ type }) => type === 'InternalIP')?.address;
}

/**
 * Drains the node with most of the pods, then allows pods on it again. Evicts only these pods. Where there is no other node, evicts every
 * pod as a drain does; the pods start again on the same node.
 * @returns a description
 */
export async function drain(
  kubectl: Kubectl,
  selector: string,
  uncordoned: (undo: () => Promise<void>) => void,
): Promise<string> {
  const pods = await podsOf(kubectl, selector);
  const nodes = await workingNodes(kubectl);
  const node = busiestNode(pods);
  if (nodes.length < 2 || node === undefined) {
    const refused = await Promise.all(pods.map((pod) => evict(kubectl, pod)));
    return `${pods.length} evictions, refused ${refused.reduce((sum, times) => sum + times, 0)} times by budgets`;
  }
  const undo = async (): Promise<void> => {
    await kubectl.unstoppable().kubectl(['uncordon', node]);
  };
  uncordoned(undo);
  try {
    const args = [
      'drain',
      node,
      '--pod-selector',
      selector,
      '--delete-emptydir-data',
      '--timeout',
      `${DRAIN_SECONDS}s`,
    ];
    await kubectl.kubectl(args, { timeoutMs: (DRAIN_SECONDS + 10) * 1000 });
  } finally {
    await undo();
  }
  return `1 of ${nodes.length} nodes, ${pods.filter(({ spec }) => spec.nodeName === node).length} pods`;
}

/** Returns the node with most of the pods. */
export function busiestNode(pods: readonly Pod[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { spec } of pods)
    if (spec.nodeName !== undefined) counts.set(spec.nodeName, (counts.get(spec.nodeName) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** Requests the eviction until the disruption budget allows it. @returns number of refusals */
async function evict(kubectl: Kubectl, { metadata: { name } }: Pod): Promise<number> {
  const path = `/api/v1/namespaces/${kubectl.namespace}/pods/${name}/eviction`;
  const input = JSON.stringify({
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name, namespace: kubectl.namespace },
  });
  for (let refused = 0; ; refused += 1) {
    try {
      await kubectl.kubectl(['create', '--raw', path, '--filename', '-'], { input });
      return refused;
    } catch (error) {
      const isBudget = error instanceof Error && error.message.includes('disruption budget');
      if (!isBudget || refused * RETRY_MS > DRAIN_SECONDS * 1000) throw error;
      await sleep(RETRY_MS);
    }
  }
}
