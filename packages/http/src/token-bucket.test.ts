import fc from 'fast-check';
import { TokenBucket } from './token-bucket';

test('lets through a second of its rate at once, then as much as comes back', () => {
  const bucket = new TokenBucket(10, 0);
  for (let taken = 0; taken < 10; taken++) {
    expect(bucket.wait(0)).toBe(0);
    bucket.take(1, 0);
  }
  expect(bucket.wait(0)).toBe(1);
  expect(bucket.wait(0.05)).toBe(1);
  expect(bucket.wait(0.1)).toBe(0);
  expect(bucket.wait(1000)).toBe(0);
  bucket.take(10, 1000);
  expect(bucket.wait(1000)).toBe(1);
});

test('lets one that is larger than all of it through, on debt, and nothing before that is paid back', () => {
  const bucket = new TokenBucket(100, 0);
  bucket.take(512, 0);
  expect(bucket.wait(0)).toBe(5);
  expect(bucket.wait(4.1)).toBe(1);
  expect(bucket.wait(4.14)).toBe(0);
});

test('gives back what was not used, and never holds more than a second of its rate', () => {
  const bucket = new TokenBucket(10, 0);
  bucket.take(50, 0);
  bucket.take(-50, 0);
  bucket.take(-50, 0);
  bucket.take(10, 0);
  expect(bucket.wait(0)).toBe(1);
});

test('forgives nothing of a debt, however long it takes to be paid back', () => {
  const bucket = new TokenBucket(1, 0);
  bucket.take(1e6, 0);
  expect(bucket.wait(0)).toBe(1e6);
  expect(bucket.wait(1e6 - 1)).toBe(1);
  expect(bucket.wait(1e6)).toBe(0);
});

test('lets through what it says over any time, and after the time that it names', () => {
  const steps = fc.array(fc.tuple(fc.double({ min: 0, max: 3, noNaN: true }), fc.integer({ min: 1, max: 30 })));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), steps, (rate, all) => {
      const bucket = new TokenBucket(rate, 0);
      let [now, through, last] = [0, 0, 0];
      for (const [pause, amount] of all) {
        now += pause;
        const wait = bucket.wait(now);
        if (wait > 0) {
          const later = bucket.wait(now + wait);
          if (later > 0) return false;
          now += wait;
        }
        bucket.take(amount, now);
        through += amount;
        last = amount;
      }
      return through - last <= rate * (now + 1) + 1e-6;
    }),
  );
});
