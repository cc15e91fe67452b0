import { setTimeout as sleep } from 'node:timers/promises';
import type { Kubectl } from './kubectl';

/** What matters of a pod. */
export interface Pod {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly spec: { readonly nodeName?: string };
  readonly status: {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly { readonly restartCount: number }[];
  };
}

const POLL_MS = 500;
/** For a pod to come and to go: an image is there already. */
const PATIENCE_MS = 180_000;

export async function podsOf(kubectl: Kubectl, selector: string): Promise<readonly Pod[]> {
  const { items } = await kubectl.read<{ readonly items: readonly Pod[] }>(['pods', '--selector', selector]);
  return items;
}

/** Ready, and not on its way out. */
export function isReady({ metadata, status }: Pod): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  return status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false;
}

export function restartsOf({ status }: Pod): number {
  return (status.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);
}

/**
 * Waits until there are so many pods, all of them ready, and none that is ending.
 * @param suits what else each has to be
 * @throws Error when it takes longer than three minutes
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
