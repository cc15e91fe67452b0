import { BusUnavailableError } from '@sluice/bus';
import { DecodeError } from '@sluice/decode';
import { errorOf, refusalOf } from './refusal';

const onTheOtherSide = (error: unknown): Error => errorOf(structuredClone(refusalOf(error)));

test('what a body is refused for is the same error on the other side', () => {
  const tooLarge = new DecodeError('too-large', 'observations[3].input: at most 8 bytes');
  expect(onTheOtherSide(tooLarge)).toStrictEqual(tooLarge);
  const full = new BusUnavailableError('too much is waiting to be stored');
  expect(onTheOtherSide(full)).toStrictEqual(full);
});

test('the cause of a 503 keeps what the log says of it: its message without values, and its code', () => {
  const cause = Object.assign(new Error('invalid input syntax for type uuid: "of a user"'), { code: '22P02' });
  const error = onTheOtherSide(new BusUnavailableError('the records could not be stored', { cause }));
  expect(error).toBeInstanceOf(BusUnavailableError);
  expect(error.cause).toMatchObject({
    message: 'invalid input syntax for type uuid: (value not shown)',
    code: '22P02',
  });
});

test('a bug has the stack of where it happened', () => {
  const error = onTheOtherSide(new TypeError('x is not a function'));
  expect(error).not.toBeInstanceOf(DecodeError);
  expect(error.message).toMatch(/^a body could not be stored: TypeError: x is not a function\n +at /);
});
