import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './target';

/** Fault between an exporter and the product, or of the product. It resolves when the fault is over. */
interface Fault {
  readonly name: string;
  readonly cause: (target: Target) => Promise<void>;
}

const PAUSE_MS = 700;

/** Faults in their order. GOAWAY comes besides, every second of each connection of gRPC. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'connections cut',
    cause: async ({ proxies }) => {
      for (const proxy of proxies) proxy.cut();
      await Promise.resolve();
    },
  },
  {
    name: 'answers lost',
    cause: async ({ proxies }) => {
      for (const proxy of proxies) proxy.cutAnswersOf(() => true, 0.3);
      await sleep(1_500);
      for (const proxy of proxies) proxy.cutAnswersOf(() => false, 0);
    },
  },
  {
    name: 'slow reads',
    cause: async ({ proxies }) => {
      for (const proxy of proxies) proxy.setLatency(300, 200);
      await sleep(2_000);
      for (const proxy of proxies) proxy.setLatency(0);
    },
  },
  {
    name: 'half-open connections',
    cause: async ({ proxies }) => {
      for (const proxy of proxies) proxy.blackHole();
      await sleep(2_000);
      for (const proxy of proxies) {
        proxy.endBlackHole();
        proxy.cut();
      }
    },
  },
  { name: 'product stopped and started', cause: (target) => target.restart('SIGTERM') },
  { name: 'product killed and started', cause: (target) => target.restart('SIGKILL') },
];

/** Causes all faults, one after the other. */
export async function causeFaults(target: Target, signal: AbortSignal): Promise<void> {
  for (const { cause } of FAULTS) {
    await sleep(PAUSE_MS, undefined, { signal });
    await cause(target);
  }
}
