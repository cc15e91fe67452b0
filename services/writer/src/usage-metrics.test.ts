import { createMetrics } from '@sluice/runtime';
import { createUsageMetrics } from './usage-metrics';

const usageOf = (model: string, factor = 1, project = 0) => ({
  project,
  model,
  observations: factor,
  inputTokens: 10 * factor,
  outputTokens: 3 * factor,
  usd: 0.25 * factor,
});

function counted() {
  const metrics = createMetrics({ processMetrics: false });
  const count = createUsageMetrics(metrics);
  const samples = async () => (await metrics.expose()).body.split('\n').filter((line) => line.startsWith('sluice_'));
  return { count, samples };
}

test('observations, tokens and cost are counted by model', async () => {
  const { count, samples } = counted();
  count([usageOf('gpt-4o'), usageOf('')]);
  count([usageOf('gpt-4o', 2), usageOf('gpt-4o', -1)]);
  expect(await samples()).toEqual([
    'sluice_writer_observations_total{model="gpt-4o"} 3',
    'sluice_writer_observations_total{model="none"} 1',
    'sluice_writer_tokens_total{model="gpt-4o",kind="input"} 30',
    'sluice_writer_tokens_total{model="gpt-4o",kind="output"} 9',
    'sluice_writer_tokens_total{model="none",kind="input"} 10',
    'sluice_writer_tokens_total{model="none",kind="output"} 3',
    'sluice_writer_cost_usd_total{model="gpt-4o"} 0.75',
    'sluice_writer_cost_usd_total{model="none"} 0.25',
  ]);
});

test('however many names of models are sent, there are no more series, and nothing is left out of their sum', async () => {
  const { count, samples } = counted();
  for (let n = 0; n < 1000; n++) count([usageOf(`model ${n}`)]);
  count([usageOf('m'.repeat(101)), usageOf('model 0'), usageOf('"}\n')]);
  const observations = (await samples()).filter((line) => line.startsWith('sluice_writer_observations_total'));
  expect(observations.length).toBe(51);
  expect(observations).toContain('sluice_writer_observations_total{model="model 0"} 2');
  expect(observations).toContain('sluice_writer_observations_total{model="other"} 952');
});

test('a project that sends any number of names leaves some for the models of others', async () => {
  const { count, samples } = counted();
  const flood = (project: number) => {
    for (let n = 0; n < 1000; n++) count([usageOf(`junk ${n} of ${project}`, 1, project)]);
  };
  count([usageOf('early', 1, 1)]);
  for (const greedy of [2, 3, 4]) {
    flood(greedy);
    count([usageOf(`late ${greedy}`, 1, 1)]);
  }
  count([usageOf('junk 0 of 2', 1, 1)]);
  const own = (await samples()).filter((line) => /^sluice_writer_observations_total.*(early|late)/.test(line));
  expect(own).toEqual(
    ['early', 'late 2', 'late 3', 'late 4'].map((name) => `sluice_writer_observations_total{model="${name}"} 1`),
  );
  const all = (await samples()).filter((line) => line.startsWith('sluice_writer_observations_total'));
  expect(all.length).toBeLessThanOrEqual(101);
  expect(all).toContain('sluice_writer_observations_total{model="junk 0 of 2"} 2');
});
