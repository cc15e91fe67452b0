import type { CommandContext } from '../command/command';
import { temporaryFolder } from '../command/temporary-folder';
import { type HttpClient, createHttpClient } from '../load/http-client';
import { endEmbeddedDatabase } from './embedded-database';
import { type Product, startProduct } from './product';
import { StallWatch } from './stall-watch';

/** Maximum duration of any request, also on a busy machine. */
const TIMEOUT_MS = 120_000;

/** The product with an HTTP client and a watch for stalls. */
export interface WatchedProduct {
  readonly product: Product;
  readonly http: HttpClient;
  readonly stalls: StallWatch;
}

/** Starts the product on a database of its own. Everything ends with the command, also where the product has ended. */
export async function startWatchedProduct(context: CommandContext): Promise<WatchedProduct> {
  const dataDir = await temporaryFolder(context);
  context.closers.add('embedded database of a dead product', () => endEmbeddedDatabase(dataDir));
  const product = await startProduct({ dataDir }, context);
  const http = createHttpClient({ baseUrl: product.baseUrl, headers: product.headers, timeoutMs: TIMEOUT_MS });
  context.closers.add('client', () => http.close());
  const stalls = new StallWatch(product);
  context.closers.add('watch', () => stalls.close());
  return { product, http, stalls };
}
