import { type LoadOptions, runLoad } from './load';

// Sends one load after the other, as its parent requests, and returns the result of each. It ends with its parent.
process.on('message', (options: LoadOptions) => {
  void runLoad(options).then(
    ({ acknowledgement, ...result }) => process.send?.({ result: { ...result, milliseconds: acknowledgement.values } }),
    (error: unknown) =>
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
