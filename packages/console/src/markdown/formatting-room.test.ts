import { FormattingRoom } from './formatting-room';

test('texts have room as long as all of them together have no more characters than it', () => {
  const room = new FormattingRoom(10);
  const give = room.take(6);
  expect(give).toBeDefined();
  expect(room.take(5)).toBeUndefined();
  expect(room.take(4)).toBeDefined();
  expect(room.take(1)).toBeUndefined();
  give?.();
  give?.();
  expect(room.take(7)).toBeUndefined();
  expect(room.take(6)).toBeDefined();
});
