import { once } from 'node:events';
import { join } from 'node:path';
import { forkSource } from '@sluice/testbed/machine';
import { createMetrics } from './metrics';

describe('createMetrics', () => {
  it('exposes counters, gauges and histograms with their labels', async () => {
    const metrics = createMetrics({ processMetrics: false });
    metrics.counter({ name: 'sluice_items_total', help: 'h', labels: ['kind'] }).inc({ kind: 'span' }, 3);
    metrics.gauge({ name: 'sluice_lag', help: 'h' }).set(7);
    metrics.histogram({ name: 'sluice_seconds', help: 'h', buckets: [1, 2] }).observe(1.5);
    const { body, contentType } = await metrics.expose();
    expect(contentType).toContain('text/plain');
    expect(body).toContain('sluice_items_total{kind="span"} 3');
    expect(body).toContain('sluice_lag 7');
    expect(body).toContain('sluice_seconds_bucket{le="2"} 1');
  });

  it('asks a gauge with a collect function at each exposition', async () => {
    const metrics = createMetrics({ processMetrics: false });
    let size = 1;
    metrics.gauge({
      name: 'sluice_pool',
      help: 'h',
      labels: ['pool'],
      collect: (gauge) => gauge.set({ pool: 'w' }, size),
    });
    expect((await metrics.expose()).body).toContain('sluice_pool{pool="w"} 1');
    size = 2;
    expect((await metrics.expose()).body).toContain('sluice_pool{pool="w"} 2');
  });

  it('shares nothing between two registries of one process', async () => {
    const [first, second] = [createMetrics(), createMetrics()];
    first.counter({ name: 'sluice_a_total', help: 'h' }).inc();
    second.counter({ name: 'sluice_a_total', help: 'h' });
    expect((await second.expose()).body).toContain('sluice_a_total 0');
    expect(() => second.counter({ name: 'sluice_a_total', help: 'h' })).toThrow();
  });
});

it('tells how much memory the process may use, beside how much it uses', async () => {
  const asked = jest.spyOn(process, 'constrainedMemory').mockReturnValue(300_000_000);
  const { body } = await createMetrics().expose();
  asked.mockRestore();
  expect(body).toContain('\nsluice_memory_limit_bytes 300000000\n');
  expect(body).toMatch(/\nprocess_resident_memory_bytes \d+\n/);
});

it('tells the time by its own clock', async () => {
  const before = Date.now() / 1000;
  const { body } = await createMetrics().expose();
  const [, time = ''] = /^sluice_clock_timestamp_seconds (.*)$/m.exec(body) ?? [];
  expect(Number(time)).toBeGreaterThanOrEqual(before);
  expect(Number(time)).toBeLessThanOrEqual(Date.now() / 1000);
});

it('tells what runs, its version and that of Node', async () => {
  const metrics = createMetrics({ processMetrics: false, build: { service: 'sluice-writer', version: '1.2.3' } });
  const { body } = await metrics.expose();
  const [, labels = '', value] = /^sluice_build_info\{(.*)\} (.*)$/m.exec(body) ?? [];
  expect(value).toBe('1');
  expect(labels.split(',')).toEqual([
    'service="sluice-writer"',
    'version="1.2.3"',
    `node="${process.version.slice(1)}"`,
  ]);
});

it('does not wake a process that has nothing to do', async () => {
  const child = forkSource(join(__dirname, 'idle-process.testing.ts'));
  const [turns] = (await once(child, 'message')) as [number];
  expect(turns).toBeLessThan(5);
});

it('tells nothing of the event loop but its longest turn', async () => {
  const { body } = await createMetrics().expose();
  expect(body.match(/^# TYPE \w*event_?loop.*$/gm)).toEqual(['# TYPE sluice_event_loop_delay_max_seconds gauge']);
});
