import type { KafkaConfig } from 'kafkajs';

/** Addresses of brokers, `host:port`; with `socketFactory` if this process cannot connect to them directly. */
export type Brokers =
  readonly string[] | (Pick<KafkaConfig, 'socketFactory'> & { readonly addresses: readonly string[] });

/** Settings with which a client of kafkajs reaches the brokers. */
export function reaching(brokers: Brokers): Pick<KafkaConfig, 'brokers' | 'socketFactory'> {
  if (!('addresses' in brokers)) return { brokers: [...brokers] };
  const { addresses, socketFactory } = brokers;
  return { brokers: [...addresses], ...(socketFactory !== undefined && { socketFactory }) };
}
