import { KafkaJSProtocolError } from 'kafkajs';
import { untilLed } from './leaders';

type Metadata = Awaited<ReturnType<Parameters<typeof untilLed>[0]['fetchTopicMetadata']>>;

const refusal = (type: string) => () =>
  Promise.reject(new KafkaJSProtocolError({ type, code: 0, retriable: true, message: type } as never));
const led =
  (...leaders: readonly number[]) =>
  () =>
    Promise.resolve({
      topics: [{ name: 't', partitions: leaders.map((leader, partitionId) => ({ leader, partitionId })) }],
    } as unknown as Metadata);

test('a topic that was just made may be unknown to a broker for a while, and without leaders', async () => {
  const answers = [
    refusal('UNKNOWN_TOPIC_OR_PARTITION'),
    refusal('LEADER_NOT_AVAILABLE'),
    led(),
    led(1, -1),
    led(1, 2),
  ];
  await untilLed({ fetchTopicMetadata: () => answers.shift()!() }, ['t']);
  expect(answers).toEqual([]);
});

test('who may not look is told so', async () => {
  const fetchTopicMetadata = refusal('TOPIC_AUTHORIZATION_FAILED');
  await expect(untilLed({ fetchTopicMetadata }, ['t'])).rejects.toThrow('TOPIC_AUTHORIZATION_FAILED');
});
