import { eventually } from '@sluice/testbed/machine';
import { createMetrics } from '@sluice/runtime';
import { watchReplica } from './replica-watch';

test('exports what a replica has replayed, as long as it is one and answers', async () => {
  const metrics = createMetrics({ processMetrics: false });
  let answer: () => Promise<number | undefined> = () => Promise.resolve(1_700_000_000_500_000);
  const watch = watchReplica({ store: { replayedAt: () => answer() }, metrics, everyMs: 1 });
  const samples = async () => (await metrics.expose()).body.split('\n').filter((line) => line.startsWith('sluice_'));
  const exported = (expected: readonly string[]) =>
    eventually(async () => JSON.stringify(await samples()) === JSON.stringify(expected));

  await exported(['sluice_query_replayed_timestamp_seconds 1700000000.5']);
  answer = () => Promise.resolve(undefined);
  await exported([]);
  answer = () => Promise.resolve(1e6);
  await exported(['sluice_query_replayed_timestamp_seconds 1']);
  answer = () => Promise.reject(new Error('away'));
  await exported([]);
  await watch.stop();
});
