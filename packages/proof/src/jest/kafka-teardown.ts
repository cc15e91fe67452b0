import './kafka-setup';

/** Stops the run's broker, which drops every topic of the run with it. */
export default async function kafkaTeardown(): Promise<void> {
  await globalThis.sluiceTestBroker?.stop();
}
