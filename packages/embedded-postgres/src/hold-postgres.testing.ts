// Run by forkSource: starts an embedded Postgres in the folder of the first argument, sends its parent the URL, and
// keeps it until a message to stop (or `exit`, without a stop) or killed. Ctrl-C is ignored, as by a program that still has work to do.
import { startEmbeddedPostgres } from '.';

async function hold(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, logger: console });
  process.once('message', (order) => {
    if (order === 'exit') process.exit(1);
    void server.stop().finally(() => process.disconnect());
  });
  process.send?.({ url: server.url });
}

process.on('SIGINT', () => undefined);
hold(process.argv[2] ?? '').catch((error: unknown) => {
  process.send?.({ error: error instanceof Error ? error.message : String(error) }, () => process.exit(1));
});
