import { ofComponent } from './installation';
import type { LagSample } from './lag';
import type { Ground } from './phase';
import { isReady, podsOf, untilReady } from './pods';

const SAMPLE_MS = 1_000;
const MOST = 4;
const PATIENCE_MS = 240_000;

/**
 * Scales the writers by KEDA: to none without load, to four under a load that one writer cannot store in time, and to none again.
 * @returns a remark
 */
export async function scaleByLag(ground: Ground): Promise<string> {
  const { kubectl, installation, pauseLoad, waiting, hold, sampled } = ground;
  const begun = performance.now();
  const reach = async (
    goal: string,
    isReached: (sample: LagSample) => boolean,
    since = performance.now(),
  ): Promise<string> => {
    for (;;) {
      const pods = await podsOf(kubectl, ofComponent('writer'));
      const sample = {
        at: (performance.now() - begun) / 1000,
        waiting: await waiting(),
        writers: pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined).length,
        ready: pods.filter(isReady).length,
      };
      sampled(sample);
      const took = performance.now() - since;
      if (isReached(sample)) return `${goal} after ${(took / 1000).toFixed(0)} s`;
      if (took > PATIENCE_MS) throw new Error(`KEDA: not ${goal} within ${PATIENCE_MS / 1000} s`);
      await hold(SAMPLE_MS);
    }
  };
  const reached: string[] = [];
  pauseLoad(true);
  try {
    await installation.upgrade({ byLag: true });
    reached.push(await reach('no writer', ({ writers }) => writers === 0, begun));
    pauseLoad(false);
    reached.push(await reach('1 ready', ({ ready }) => ready >= 1));
    reached.push(await reach(`${MOST} ready`, ({ ready }) => ready >= MOST));
    pauseLoad(true);
    reached.push(await reach('all stored', (sample) => sample.waiting === 0));
    reached.push(await reach('none left', ({ writers }) => writers === 0));
    reached.push(await autoscalersSay(ground));
    await installation.upgrade({ byLag: false });
    await untilReady(kubectl, ofComponent('writer'), 2);
  } finally {
    pauseLoad(false);
  }
  return reached.join(', ');
}

/** Returns the controller's status of the autoscalers of gateways and queries. */
async function autoscalersSay({ kubectl }: Ground): Promise<string> {
  const { items } = await kubectl.read<{
    readonly items: readonly {
      readonly metadata: { readonly name: string };
      readonly status: {
        readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason: string }[];
      };
    }[];
  }>(['hpa']);
  const words = items.map(({ metadata, status }) => {
    const active = status.conditions?.find(({ type }) => type === 'ScalingActive');
    return `${metadata.name}: ${active === undefined ? 'not looked at yet' : `${active.status} (${active.reason})`}`;
  });
  return `autoscalers active? ${words.join(', ')}`;
}
