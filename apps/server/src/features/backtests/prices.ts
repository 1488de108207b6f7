import type { BacktestPrices } from '@trickdesk/contract';
import { IMPORT_DATASET, type MarketDataService } from '../market-data/index.ts';

/** Where the prices are stored that were chosen. */
export function datasetOf({ dataset }: Pick<MarketDataService, 'dataset'>, prices: BacktestPrices): string {
  return prices === 'imported' ? IMPORT_DATASET : dataset;
}

/** Which choice a stored back-test was. */
export function pricesOf(dataset: string): BacktestPrices {
  return dataset === IMPORT_DATASET ? 'imported' : 'market';
}
