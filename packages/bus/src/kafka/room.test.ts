import { setImmediate as turn } from 'node:timers/promises';
import { Room } from './room';

function setUp(bytes: number) {
  const room = new Room(bytes);
  const entered: string[] = [];
  return {
    room,
    entered,
    enter: (name: string, wanted: number) => void room.enter(wanted).then(() => entered.push(name)),
  };
}

test('as much is let in as there is room for, in the order in which it comes', async () => {
  const { room, entered, enter } = setUp(10);
  enter('a', 6);
  enter('b', 6);
  enter('c', 1);
  await turn();
  expect(entered).toEqual(['a']);
  room.leave(5);
  await turn();
  expect(entered).toEqual(['a', 'b', 'c']);
});

test('what takes more than it asked for keeps others out until it leaves', async () => {
  const { room, entered, enter } = setUp(10);
  enter('a', 10);
  room.leave(10 - 25);
  enter('b', 1);
  await turn();
  expect(entered).toEqual(['a']);
  room.leave(25);
  await turn();
  expect(entered).toEqual(['a', 'b']);
});
