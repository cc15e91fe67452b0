import { Kafka, type Message, Partitioners, logLevel } from 'kafkajs';

/**
 * Appends messages to a topic unchanged, on connections of its own.
 * @throws when it is not known that they are appended
 */
export async function produceRaw(
  brokers: readonly string[],
  topic: string,
  messages: readonly Message[],
): Promise<void> {
  const client = new Kafka({
    brokers: [...brokers],
    clientId: 'produce-raw',
    logLevel: logLevel.NOTHING,
    retry: { retries: 0 },
  });
  const producer = client.producer({
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  try {
    await producer.connect();
    await producer.send({ topic, acks: -1, messages: [...messages] });
  } finally {
    await producer.disconnect();
  }
}
