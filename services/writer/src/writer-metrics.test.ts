import { TOPICS } from '@sluice/bus';
import { createMetrics } from '@sluice/runtime';
import { createWriterObserver } from './writer-metrics';

test('counts all outcomes and failures from 0, so that the first of a kind is an increase', async () => {
  const metrics = createMetrics({ processMetrics: false });
  createWriterObserver(metrics);
  const lines = (await metrics.expose()).body.split('\n');
  const samples = (name: string) => lines.filter((line) => line.startsWith(`${name}{`)).sort();
  expect(samples('sluice_writer_items_total')).toEqual(
    TOPICS.flatMap((topic) =>
      ['dead', 'duplicate', 'stored'].map(
        (outcome) => `sluice_writer_items_total{topic="${topic}",outcome="${outcome}"} 0`,
      ),
    ).sort(),
  );
  expect(samples('sluice_writer_failures_total')).toEqual(
    TOPICS.flatMap((topic) =>
      ['halt', 'retry'].map((failure) => `sluice_writer_failures_total{topic="${topic}",failure="${failure}"} 0`),
    ).sort(),
  );
});
