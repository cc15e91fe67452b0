import { type Component, COMPONENTS, OF_ALL, deploymentOf, ofComponent } from './installation';
import { drain } from './evict-pods';
import type { Kubectl } from './kubectl';
import type { Phase } from './phase';
import { podsOf, restartsOf, untilReady } from './pods';
import { scaleByLag } from './scale-by-lag';

/** Default number of replicas in the chart. */
const REPLICAS = 2;
const STEADY_MS = 10_000;
/** Duration of load at each number of writers. */
const SCALED_MS = 5_000;

export const PHASES: readonly Phase[] = [
  {
    name: 'steady',
    unnoticed: true,
    act: async ({ hold }) => {
      await hold(STEADY_MS);
      return '';
    },
  },
  {
    name: 'rolling upgrade',
    unnoticed: true,
    act: async ({ installation, kubectl }) => {
      const before = await namesOf(kubectl);
      await installation.upgrade({ note: 'upgraded' });
      await untilAllReady(kubectl);
      const kept = [...(await namesOf(kubectl))].filter((name) => before.has(name));
      if (kept.length > 0) throw new Error(`the upgrade kept ${kept.join(', ')}`);
      return `${before.size} pods replaced`;
    },
  },
  ...COMPONENTS.map((component): Phase => ({
    name: `one ${component} deleted`,
    unnoticed: true,
    act: ({ kubectl }) => deletePods(kubectl, component, 1),
  })),
  { name: 'all gateways deleted', act: ({ kubectl }) => deletePods(kubectl, 'gateway', REPLICAS) },
  {
    name: 'node drained',
    act: async ({ kubectl, undoneBy }) => {
      const remark = await drain(kubectl, OF_ALL, undoneBy);
      await untilAllReady(kubectl);
      return remark;
    },
  },
  // Process 1 cannot be killed from within its container; these are the strongest signals that each process handles.
  { name: 'Kafka restarted', act: ({ kubectl }) => restart(kubectl, 'kafka', 'TERM') },
  { name: 'Postgres restarted', act: ({ kubectl }) => restart(kubectl, 'postgres', 'QUIT') },
  {
    name: `writers ${REPLICAS} → 1 → 4 → 1 → ${REPLICAS}`,
    unnoticed: true,
    act: async ({ kubectl, hold }) => {
      for (const replicas of [1, 4, 1, REPLICAS]) {
        await kubectl.kubectl(['scale', deploymentOf('writer'), `--replicas=${replicas}`]);
        await untilReady(kubectl, ofComponent('writer'), replicas);
        await hold(SCALED_MS);
      }
      return '';
    },
  },
  { name: 'writers by lag', needs: 'scaledobjects.keda.sh', act: scaleByLag },
];

const untilAllReady = (kubectl: Kubectl): Promise<void> => untilReady(kubectl, OF_ALL, COMPONENTS.length * REPLICAS);

async function namesOf(kubectl: Kubectl): Promise<Set<string>> {
  return new Set((await podsOf(kubectl, OF_ALL)).map(({ metadata }) => metadata.name));
}

async function deletePods(kubectl: Kubectl, component: Component, count: number): Promise<string> {
  const names = (await podsOf(kubectl, ofComponent(component))).slice(0, count).map(({ metadata }) => metadata.name);
  await kubectl.kubectl(['delete', 'pod', '--wait=false', ...names]);
  await untilReady(kubectl, ofComponent(component), REPLICAS);
  return '';
}

/** Ends the process of a dependency, whose container then restarts on the same data. */
async function restart(kubectl: Kubectl, app: 'kafka' | 'postgres', signal: string): Promise<string> {
  const [pod] = await podsOf(kubectl, `app=${app}`);
  const restarts = pod === undefined ? 0 : restartsOf(pod);
  await kubectl.kubectl(['exec', `${app}-0`, '--', 'bash', '-c', `kill -${signal} 1`]);
  await untilReady(kubectl, `app=${app}`, 1, (found) => restartsOf(found) > restarts);
  return '';
}
