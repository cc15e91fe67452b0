import { createOutput } from './output';

/** Makes a descriptor that accepts up to `room` bytes a write and then fails with `failure`; without it there is room for all. */
function descriptor() {
  const state = { text: '', room: Infinity, failure: undefined as string | undefined };
  const write = (_fd: number, bytes: Uint8Array): number => {
    const taken = Math.min(bytes.length, state.room);
    if (taken === 0) throw Object.assign(new Error(state.failure), { code: state.failure });
    state.text += Buffer.from(bytes.subarray(0, taken)).toString();
    state.room -= taken;
    return taken;
  };
  return { state, output: createOutput(1, write) };
}

describe('createOutput', () => {
  it('writes everything, also where the system takes it in parts', () => {
    const parts: string[] = [];
    const output = createOutput(1, (_fd, bytes) => parts.push(Buffer.from(bytes.subarray(0, 3)).toString()) && 3);
    output.write('abcdef');
    expect(parts).toEqual(['abc', 'def']);
  });

  it.each(['EPIPE', 'ENOSPC', 'EIO'])('survives %s, counts what is lost and goes on when it can', (failure) => {
    const { state, output } = descriptor();
    Object.assign(state, { room: 0, failure });
    output.write('one\n');
    output.write('two\n');
    expect(output.lost).toBe(2);
    state.room = Infinity;
    output.write('three\n');
    expect(state.text).toBe('three\n');
    expect(output.lost).toBe(0);
  });

  it('ends a line that was cut in the middle before it writes the next', () => {
    const { state, output } = descriptor();
    Object.assign(state, { room: 2, failure: 'ENOSPC' });
    output.write('one\n');
    state.room = Infinity;
    output.write('two\n');
    output.write('three\n');
    expect(state.text).toBe('on\ntwo\nthree\n');
  });

  it('tries again while a reader is behind, but once only for what comes after it was given up', () => {
    let attempts = 0;
    const output = createOutput(1, () => {
      attempts += 1;
      throw Object.assign(new Error(), { code: 'EAGAIN' });
    });
    output.write('one\n');
    expect(attempts).toBeGreaterThan(2);
    attempts = 0;
    for (let n = 0; n < 100; n += 1) output.write('more\n');
    expect(attempts).toBe(100);
    expect(output.lost).toBe(101);
  });
});
