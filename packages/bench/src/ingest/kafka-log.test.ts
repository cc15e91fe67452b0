import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kafkaLogBytes } from './kafka-log';

test('the segments of all partitions of the topics are counted, and no other files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-log-'));
  try {
    for (const partition of ['bench.traces-0', 'bench.traces-1', 'bench.metrics-0', 'other.traces-0']) {
      await mkdir(join(folder, partition));
      for (const segment of ['00000000000000000000', '00000000000000000700']) {
        await writeFile(join(folder, partition, `${segment}.log`), 'x'.repeat(100));
        await writeFile(join(folder, partition, `${segment}.index`), 'x'.repeat(7));
      }
    }
    expect(await kafkaLogBytes(folder, 'bench.')).toBe(600);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('of a broker in a container nothing is known', async () => {
  expect(await kafkaLogBytes(undefined, 'bench.')).toBeNaN();
});
