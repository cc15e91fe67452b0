import { createClock, systemClock } from './clock';

describe('createClock', () => {
  it('gives integer microseconds that grow with every call, also within one millisecond', () => {
    const clock = createClock(() => 1_700_000_000_000);
    expect([clock.now(), clock.now(), clock.now()]).toEqual([
      1_700_000_000_000_000, 1_700_000_000_000_001, 1_700_000_000_000_002,
    ]);
  });

  it('stalls when the system clock is set back by less than a minute', () => {
    const times = [100_000, 90_000, 100_001];
    const clock = createClock(() => times.shift() ?? 0);
    expect([clock.now(), clock.now(), clock.now()]).toEqual([100_000_000, 100_000_001, 100_001_000]);
  });

  it('follows a system clock that is set back further', () => {
    const times = [100_000, 30_000];
    const clock = createClock(() => times.shift() ?? 0);
    expect([clock.now(), clock.now()]).toEqual([100_000_000, 30_000_000]);
  });

  it('is the time of day for the process', () => {
    const before = Date.now();
    const milliseconds = systemClock.now() / 1000;
    expect(milliseconds).toBeGreaterThanOrEqual(before);
    expect(milliseconds).toBeLessThan(Date.now() + 1);
    expect(Number.isSafeInteger(systemClock.now())).toBe(true);
  });
});
