import './browser-setup';

/** Stops the run's product. */
export default async function browserTeardown(): Promise<void> {
  await globalThis.sluiceTestProduct?.stop();
}
