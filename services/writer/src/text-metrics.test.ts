import { createMetrics } from '@sluice/runtime';
import { createTextMetrics } from './text-metrics';

test('bytes of long texts are counted by kind, from 0 on', async () => {
  const metrics = createMetrics({ processMetrics: false });
  const count = createTextMetrics(metrics);
  const samples = async () =>
    (await metrics.expose()).body.split('\n').filter((line) => line.startsWith('sluice_writer_text_bytes_total'));
  const sample = (kind: string, bytes: number) => `sluice_writer_text_bytes_total{kind="${kind}"} ${bytes}`;
  expect(await samples()).toEqual(['new', 'repeated', 'dead', 'erased'].map((kind) => sample(kind, 0)));
  count({ new: 1, repeated: 2, dead: 3, erased: 4 });
  count({ new: 10, repeated: 20, dead: 30, erased: 40 });
  expect(await samples()).toEqual([
    sample('new', 11),
    sample('repeated', 22),
    sample('dead', 33),
    sample('erased', 44),
  ]);
});
