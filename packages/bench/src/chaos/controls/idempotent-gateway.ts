// Negative control: the library's idempotent producer, which reuses the sequence numbers of a request whose answer was lost. The broker
// takes the next request for the same one: it acknowledges the request and does not store it.
import { BusUnavailableError, type Publisher } from '@sluice/bus';
import { type KafkaConnection, topicName } from '@sluice/bus/kafka';
import { encodeRecord, keyHash, recordKey } from '@sluice/record';
import { Kafka, logLevel } from 'kafkajs';
import { runControlGateway } from './control-gateway';

const RETRIES = 3;

function idempotentPublisher(connection: KafkaConnection): Publisher {
  const client = new Kafka({
    brokers: [...connection.brokers],
    clientId: connection.clientId,
    logLevel: logLevel.NOTHING,
  });
  const counts = new Map<string, number>();
  const admin = client.admin();
  const ready = admin.connect().then(() => undefined);
  const makeProducer = () => {
    const made = client.producer({
      idempotent: true,
      allowAutoTopicCreation: false,
      retry: { retries: RETRIES },
      createPartitioner:
        () =>
        ({ message }) =>
          message.partition ?? 0,
    });
    return { made, connected: made.connect() };
  };
  let current = makeProducer();
  const partitionsOf = async (topic: string): Promise<number> => {
    await ready;
    const known = counts.get(topic);
    if (known !== undefined) return known;
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    const count = topics[0]?.partitions.length ?? 1;
    counts.set(topic, count);
    return count;
  };
  return {
    maxRecordBytes: 900_000,
    admit: () => () => undefined,
    async publish(name, records) {
      const topic = topicName(connection, name);
      const used = current;
      try {
        const partitions = await partitionsOf(topic);
        await used.connected;
        const messages = records.map((record) => ({
          key: recordKey(record),
          partition: keyHash(recordKey(record)) % partitions,
          value: Buffer.from(encodeRecord(record)),
        }));
        await used.made.send({ topic, acks: -1, messages });
        return [];
      } catch (error) {
        // The library does not recover from this error by itself.
        if (used === current) current = makeProducer();
        throw new BusUnavailableError('not published', { cause: error });
      }
    },
    check: () => ready,
    async close() {
      await Promise.allSettled([current.made.disconnect(), admin.disconnect()]);
    },
  };
}

runControlGateway(idempotentPublisher);
