import fc from 'fast-check';
import { BusUnavailableError } from './bus';
import { Room } from './room';

const newRoom = (limit: number) => new Room({ limit, refusal: 'full' });

test('admits while it is not full, and not when it is', () => {
  const room = newRoom(100);
  room.admit();
  room.take(99);
  room.admit();
  room.take(1);
  expect(() => room.admit()).toThrow(new BusUnavailableError('full'));
  room.give(1);
  room.admit();
});

test('after a publish that did not fit, none is admitted before as much is free', () => {
  const room = newRoom(1000);
  room.take(950);
  expect(() => room.take(80)).toThrow('full');
  expect(room.held).toBe(950);
  expect(() => room.admit()).toThrow('full');
  room.give(20);
  expect(() => room.admit()).toThrow('full');
  room.give(10);
  room.admit();
  room.take(60); // what it missed before is forgotten
  room.admit();
});

test('what was admitted is taken where it fits, whatever others missed', () => {
  const room = newRoom(1000);
  room.take(950);
  expect(() => room.take(80)).toThrow('full');
  room.take(50);
  expect(room.held).toBe(1000);
});

test('a publish that never fits beside others stops them only for an eighth of the limit', () => {
  const room = newRoom(1000);
  room.take(900);
  expect(() => room.take(5000)).toThrow('full');
  expect(() => room.admit()).toThrow('full');
  room.give(25);
  room.admit();
});

test('whatever came before, it admits and takes anything when nothing is held', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.array(fc.integer({ min: 1, max: 3000 })), (limit, sizes) => {
      const room = newRoom(limit);
      const taken: number[] = [];
      for (const size of sizes) {
        const before = room.held;
        try {
          room.take(size);
          taken.push(size);
        } catch {
          // Refused only where it does not fit beside others.
          expect(before).toBeGreaterThan(0);
          expect(before + size).toBeGreaterThan(limit);
          if (size % 2 === 0) room.give(taken.shift() ?? 0);
        }
      }
      for (const size of taken) room.give(size);
      expect(room.held).toBe(0);
      room.admit();
      room.take(limit + 1);
    }),
  );
});
