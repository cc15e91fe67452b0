import type { KafkaConfig } from 'kafkajs';

/** Brokers by their addresses, `host:port`; with `socketFactory` where those lead nowhere from here. */
export type Brokers =
  readonly string[] | (Pick<KafkaConfig, 'socketFactory'> & { readonly addresses: readonly string[] });

/** What a client of kafkajs needs to reach them. */
export function reaching(brokers: Brokers): Pick<KafkaConfig, 'brokers' | 'socketFactory'> {
  if (!('addresses' in brokers)) return { brokers: [...brokers] };
  const { addresses, socketFactory } = brokers;
  return { brokers: [...addresses], ...(socketFactory !== undefined && { socketFactory }) };
}
