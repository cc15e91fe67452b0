import './kafka-setup';

/** Stops the run's broker, which deletes every topic of the run. */
export default async function kafkaTeardown(): Promise<void> {
  await globalThis.sluiceTestBroker?.stop();
}
