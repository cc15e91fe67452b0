import { kafkaTopics } from '../testing';
import { patience } from '@sluice/testbed/machine';
import { testBrokers } from '@sluice/testbed/servers';
import { describeBusContract } from '../bus-contract.testing';
import { KafkaPublisher, KafkaSubscriber } from '.';

describeBusContract('on Kafka', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers() });
  const publisher = new KafkaPublisher({ connection, deadlineMs: patience(4_000), maxPendingBytes: 1e8 });
  // A record that meets a partition of a new topic before it takes records is sent again.
  await publisher.check();
  const subscriber = new KafkaSubscriber({
    connection,
    groupId: connection.topicPrefix ?? '',
    concurrency: 3,
    maxBatchBytes: 1e6,
    tuning: { firstBackOffMs: 50, fetchWaitMs: 20 },
  });
  const close = async (): Promise<void> => {
    await publisher.close();
    await subscriber.close();
  };
  return { publisher, subscriber, close };
});
