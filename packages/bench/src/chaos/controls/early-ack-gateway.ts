// Negative control: acknowledges records that the brokers have not confirmed.
import { KafkaPublisher } from '@sluice/bus/kafka';
import { runControlGateway } from './control-gateway';

runControlGateway((connection) => {
  const publisher = new KafkaPublisher({ connection, deadlineMs: 4_000, maxPendingBytes: 64 * 1024 * 1024 });
  return {
    maxRecordBytes: publisher.maxRecordBytes,
    admit: (topic, project) => publisher.admit(topic, project),
    publish: (topic, records) => {
      publisher.publish(topic, records).catch(() => undefined);
      return Promise.resolve([]);
    },
    check: () => publisher.check(),
    close: () => publisher.close(),
  };
});
