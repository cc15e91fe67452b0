import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { usageOfGroup, usageOfProcess } from './process-usage';

test('children that have ended count in a group', async () => {
  const child = spawn('sh', ['-c', 'for n in 1 2 3 4 5 6 7 8 9 10; do ls / >/dev/null; done; echo done; read end'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    await once(child.stdout, 'data');
    const pid = child.pid ?? 0;
    const [group, alone] = [await usageOfGroup(pid), await usageOfProcess(pid)];
    // A program touches dozens of pages until it is ready.
    expect(group.minorFaults).toBeGreaterThan(alone.minorFaults + 300);
    expect(group.cpuSeconds).toBeGreaterThanOrEqual(alone.cpuSeconds);
    expect(group.bytes).toBe(alone.bytes);
  } finally {
    child.stdin.end();
    await ended;
  }
});
