import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMetrics } from './metrics';

/* Process with metrics and nothing to do: reports how often its event loop turned within a second. */
void (async () => {
  createMetrics();
  await sleep(500);
  const before = performance.nodeTiming.uvMetricsInfo.loopCount;
  await sleep(1000);
  process.send?.(performance.nodeTiming.uvMetricsInfo.loopCount - before);
})();
