import fc from 'fast-check';
import { SharedLimit } from './shared-limit';

/** Adds one byte after the other for a project while they fit; returns its total. */
function fill(bytes: SharedLimit, project: string): number {
  while (bytes.fits(project, { has: 0, wants: 1 })) bytes.add(project, 1);
  return bytes.heldBy(project);
}

test('one project has four in five, and what others may have grows less with each that has its share', () => {
  const bytes = new SharedLimit(1000);
  expect(fill(bytes, 'a')).toBe(800);
  expect(fill(bytes, 'b')).toBe(160);
  expect(fill(bytes, 'c')).toBe(32);
  expect(bytes.held).toBe(992);
  expect(bytes.fits('d', { has: 0, wants: 8 })).toBe(true);
});

test('one user alone may have anything; beside others, one that has no siblings may have all that is free', () => {
  const bytes = new SharedLimit(100);
  expect(bytes.fits('a', { has: 0, wants: 1e9 })).toBe(true);
  bytes.add('a', 60);
  expect(bytes.fits('a', { has: 60, wants: 1e9 })).toBe(true);
  expect(bytes.fits('b', { has: 0, wants: 40 })).toBe(true);
  expect(bytes.fits('b', { has: 0, wants: 41 })).toBe(false);
  expect(bytes.fits('a', { has: 0, wants: 20 })).toBe(true);
  expect(bytes.fits('a', { has: 0, wants: 21 })).toBe(false);
});

test('what is held already, or less, always fits', () => {
  const bytes = new SharedLimit(100);
  bytes.add('a', 1000);
  bytes.add('b', 1);
  expect(bytes.fits('a', { has: 500, wants: 500 })).toBe(true);
  expect(bytes.fits('a', { has: 500, wants: 501 })).toBe(false);
});

test('whatever greedy projects do, a modest one finds a part of the limit free', () => {
  const steps = fc.array(
    fc.record({ project: fc.integer({ min: 0, max: 3 }), wants: fc.integer({ min: 1, max: 300 }) }),
  );
  fc.assert(
    fc.property(steps, (requests) => {
      const bytes = new SharedLimit(10_000);
      for (const { project, wants } of requests) {
        const name = `greedy ${project}`;
        if (bytes.fits(name, { has: 0, wants })) bytes.add(name, wants);
      }
      // A project that adds in small steps leaves a fifth of what was free for it.
      expect(bytes.fits('modest', { has: 0, wants: 10 })).toBe(true);
    }),
  );
});
