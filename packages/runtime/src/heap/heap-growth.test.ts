import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { patience } from '@sluice/testbed/machine';
import { collectHeap, growthPercent } from './heap-growth';

const register = join(__dirname, '../../../testbed/src/machine/register-source.cjs');
/** Options of a process that runs the tested sources. */
const SOURCE = ['--conditions=@sluice/source', '--require', register];

test('collectHeap gives back what nothing holds any more, and leaves a small heap alone', () => {
  const used = () => getHeapStatistics().used_heap_size;
  let garbage: unknown[] | undefined = Array.from({ length: 2_000_000 }, (_, index) => ({ index }));
  const full = used();
  garbage = undefined;
  collectHeap(Infinity);
  expect(used()).toBeGreaterThan(0.9 * full);
  collectHeap(0);
  expect(used()).toBeLessThan(full - 40e6);
  expect(garbage).toBeUndefined();
});

test('what it collects goes back to the system', () => {
  const program = `
    const { collectHeap } = require(${JSON.stringify(join(__dirname, 'heap-growth.ts'))});
    let held = Array.from({ length: 1_500_000 }, (_, index) => ({ index, list: [index] }));
    held = held.length;
    const before = process.memoryUsage.rss();
    collectHeap(0);
    // Other threads of V8 give it back.
    const looking = setInterval(() => {
      const returned = before - process.memoryUsage.rss();
      if (returned <= 50e6) return;
      process.stdout.write(String(returned));
      clearInterval(looking);
    }, 100);`;
  const { stdout, stderr } = spawnSync(process.execPath, [...SOURCE, '-e', program], {
    encoding: 'utf8',
    timeout: patience(60_000),
  });
  expect(stderr).toBe('');
  expect(Number(stdout)).toBeGreaterThan(50e6);
});

test('a heap that may triple is collected less often, but not in a process that takes much memory', () => {
  const collections = (mayTriple: boolean, held: number): number => {
    const program = `
      const { keepHeapSmall } = require(${JSON.stringify(join(__dirname, 'heap-growth.ts'))});
      const held = Buffer.alloc(${held}, 1);
      keepHeapSmall(${mayTriple});
      const recent = [];
      for (let turn = 0; turn < 600_000; turn += 1) recent[turn % 100_000] = Array.from({ length: 20 }, () => ({ turn }));
      process.exitCode = recent.length + held.length > 0 ? 0 : 1;`;
    const args = ['--trace-gc', ...SOURCE, '-e', program];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    return stdout.match(/Mark-Compact/g)?.length ?? 0;
  };
  const much = 300 * 2 ** 20;
  expect(collections(true, 0)).toBeLessThan(collections(false, 0));
  expect(collections(true, much)).toBeGreaterThan(collections(false, much) / 1.5);
  expect([0, 255, 256, 4096].map((mebibytes) => growthPercent(mebibytes * 2 ** 20))).toEqual([200, 200, 50, 50]);
});
