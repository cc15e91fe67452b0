import type { CommandContext } from '../command/command';
import { temporaryFolder } from '../command/temporary-folder';
import { endEmbeddedDatabase } from '../product/embedded-database';
import { type Product, type ProductOptions, startProduct } from '../product/product';
import { PROJECTS, PROJECT_SETTINGS, type ProjectCredentials } from '../product/projects';
import { StallWatch } from '../product/stall-watch';
import { UNSPEAKABLE } from './input/edge-values';
import type { FuzzContext } from './input/fuzz-input';

/** Product that every mode sends to: with three projects, and no other client. */
export interface FuzzedProduct {
  readonly product: Product;
  /** Folder of the embedded database. */
  readonly dataDir: string;
  /** Port of the public listener. */
  readonly port: number;
  readonly stalls: StallWatch;
  /** Projects in rotation; the first one is the default project. */
  readonly projects: readonly ProjectCredentials[];
}

const UNSPEAKABLES = [UNSPEAKABLE, ...PROJECTS.flatMap(({ bearerToken, secretKey }) => [bearerToken, secretKey])];

/** Returns the parameters of inputs for the default project. */
export function defaultContext({ projects: [project] }: FuzzedProduct): FuzzContext {
  if (project === undefined) throw new Error('the product has no project');
  return { seed: 0, projectNo: 0, ...project };
}

/** Starts the product, by default in a folder of its own. Everything ends with the command, also where the product has ended. */
export async function startFuzzedProduct(
  context: Pick<CommandContext, 'closers' | 'signal'>,
  options?: ProductOptions,
): Promise<FuzzedProduct> {
  const { closers } = context;
  const { dataDir, databaseUrl, ...more } = options ?? { dataDir: await temporaryFolder(context) };
  if (databaseUrl === undefined) {
    closers.add('embedded database of a dead product', () => endEmbeddedDatabase(dataDir));
  }
  const settings = { settings: PROJECT_SETTINGS, unspeakable: UNSPEAKABLES };
  const product = await startProduct({ dataDir, databaseUrl, ...more, ...settings }, context);
  const stalls = new StallWatch(product);
  closers.add('stall watch', () => stalls.close());
  return { product, dataDir, port: Number(new URL(product.baseUrl).port), stalls, projects: PROJECTS };
}
