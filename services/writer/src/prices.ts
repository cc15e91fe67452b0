import { type PriceTable, chain, genaiPrices } from '@sluice/pricing';
import type { Metrics, SettingFiles } from '@sluice/runtime';
import type { WriterSettings } from './config';

export interface PricesParts {
  readonly settings: WriterSettings;
  readonly files: SettingFiles;
  readonly metrics: Metrics;
}

/**
 * Makes the prices of the writer: those of the operator's file as it is now, then those of genai-prices. A price that
 * changes is a price for what is stored from then on: stored costs stay.
 */
export async function composePrices({ settings, files, metrics }: PricesParts): Promise<PriceTable> {
  const info = metrics.gauge({
    name: 'sluice_prices_info',
    help: 'Always 1; the label is the version of the prices in use',
    labels: ['version'],
  });
  const known = genaiPrices();
  let table = known;
  const use = (prices: PriceTable): void => {
    table = prices;
    info.reset();
    info.set({ version: prices.version }, 1);
  };
  use(known);
  const { pricesFile } = settings;
  if (pricesFile !== undefined) {
    use(chain([pricesFile.value, known]));
    await files.follow({ ...pricesFile, use: (own) => use(chain([own, known])) });
  }
  return {
    get version() {
      return table.version;
    },
    price: (pricing) => table.price(pricing),
  };
}
