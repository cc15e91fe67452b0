import { setTimeout as sleep } from 'node:timers/promises';
import type { Kubectl } from './kubectl';

/** Part of a pod that is used here. */
export interface Pod {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly spec: { readonly nodeName?: string };
  readonly status: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly { readonly restartCount: number }[];
  };
}

const POLL_MS = 500;
/** Time limit for pods to start and to end; the images exist. */
const PATIENCE_MS = 180_000;

export async function podsOf(kubectl: Kubectl, selector: string): Promise<readonly Pod[]> {
  const { items } = await kubectl.read<{ readonly items: readonly Pod[] }>(['pods', '--selector', selector]);
  return items;
}

/** Returns whether a pod is ready and not being deleted. */
export function isReady({ metadata, status }: Pod): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  return status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false;
}

export function restartsOf({ status }: Pod): number {
  return (status.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);
}

/**
 * Waits until there are exactly `count` pods, all of them ready and none being deleted.
 * @param suits further condition for each pod
 * @throws Error after three minutes
 */
export async function untilReady(
  kubectl: Kubectl,
  selector: string,
  count: number,
  suits: (pod: Pod) => boolean = () => true,
): Promise<void> {
  for (const begun = performance.now(); ;) {
    const pods = await podsOf(kubectl, selector);
    if (pods.length === count && pods.every((pod) => isReady(pod) && suits(pod))) return;
    if (performance.now() - begun > PATIENCE_MS) {
      const states = pods.map((pod) => `${pod.metadata.name} ${isReady(pod) ? 'ready' : 'not ready'}`).join(', ');
      throw new Error(
        `no ${count} ready pods of ${selector} within ${PATIENCE_MS / 1000} s: ${states || 'none at all'}`,
      );
    }
    await sleep(POLL_MS);
  }
}
