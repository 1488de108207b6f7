export { strategyHandlers } from './calls.ts';
export { catalogueSymbols } from './catalogue/index.ts';
export { ownTrickHandlers } from './own-calls.ts';
export { draftContract } from './own-rules.ts';
export { holdVersion, lockOwn } from './own-store.ts';
export {
  createOwnStrategies,
  hashOf,
  mustBeAffordable,
  type OwnStrategiesFor,
  readAffordable,
} from './own-strategies.ts';
export { putPublished, retirePublished } from './publish-store.ts';
export { type CatalogueReader, createCatalogueReader } from './read.ts';
export { baseFactsOf, drawdowns, rounded } from './rules.ts';
export { createReports, seedCatalogue } from './service.ts';
export { idsBySlug } from './store.ts';
export { type NamedReport, reportOfVersion, reportsBySlug } from './stored-report.ts';
