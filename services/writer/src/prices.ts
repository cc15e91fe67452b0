import { type PriceTable, chain, genaiPrices } from '@sluice/pricing';
import type { Metrics, SettingFiles } from '@sluice/runtime';
import type { WriterSettings } from './config';

export interface PricesDependencies {
  readonly settings: WriterSettings;
  readonly files: SettingFiles;
  readonly metrics: Metrics;
}

/**
 * Makes the price table of the writer: the current prices of the operator's file, then those of genai-prices. A changed price applies to
 * what is stored from then on: stored costs stay.
 */
export async function composePrices({ settings, files, metrics }: PricesDependencies): Promise<PriceTable> {
  const info = metrics.gauge({
    name: 'sluice_prices_info',
    help: 'Always 1; the label is the version of prices in use: those of the file, and those of genai-prices behind them',
    labels: ['version'],
  });
  const known = genaiPrices();
  let table = known;
  /** Uses the tables in this order; each has its own version, which is also the source of its costs. */
  const use = (...tables: readonly PriceTable[]): void => {
    table = chain(tables);
    info.reset();
    for (const { version } of tables) info.set({ version }, 1);
  };
  use(known);
  const { pricesFile } = settings;
  if (pricesFile !== undefined) {
    use(pricesFile.value, known);
    const describe = ({ version }: PriceTable) => ({ version });
    await files.follow({ ...pricesFile, describe, use: (own) => use(own, known) });
  }
  return {
    get version() {
      return table.version;
    },
    price: (pricing) => table.price(pricing),
  };
}
