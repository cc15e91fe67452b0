import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { surviveClosedReader } from './closed-reader';

test('a reader that has gone is no error', async () => {
  const reader = spawn('sh', ['-c', 'exec 0<&-; echo gone; exec sleep 60'], { stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    await once(reader.stdout, 'data');
    surviveClosedReader(reader.stdin);
    const closed = new Promise((resolve) => reader.stdin.once('close', resolve));
    const failed = new Promise((resolve) => reader.stdin.write('line\n', resolve));
    await expect(failed).resolves.toMatchObject({ code: 'EPIPE' });
    await closed;
  } finally {
    reader.kill();
  }
});

test('another error is not hidden', () => {
  const full = new PassThrough();
  surviveClosedReader(full);
  const error = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  expect(() => full.emit('error', error)).toThrow(error);
});
