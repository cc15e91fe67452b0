import { TIME_BEGIN, TIME_END } from '@sluice/record';
import type { KafkaMessage } from 'kafkajs';
import { fromMessage } from './message';

const GARBAGE: KafkaMessage = {
  key: null,
  value: Buffer.from('garbage'),
  timestamp: '0',
  attributes: 0,
  offset: '7',
  headers: {},
};

test('a message that is no record has a time that a dead letter can have, whatever its producer wrote', () => {
  const receivedAt = (timestamp: string) => {
    const read = fromMessage({ ...GARBAGE, timestamp });
    return 'receivedAt' in read ? read.receivedAt : undefined;
  };
  expect(receivedAt('1795211111111')).toBe(1_795_211_111_111_000);
  for (const early of ['-1', '-9223372036854775808', 'abc']) expect(receivedAt(early)).toBe(TIME_BEGIN);
  for (const late of ['9223372036854775807', '7258118400000']) expect(receivedAt(late)).toBe(TIME_END - 1);
});
