export { strategyHandlers } from './calls.ts';
export { catalogueSymbols } from './catalogue/index.ts';
export { type CatalogueReader, createCatalogueReader } from './read.ts';
export { baseFactsOf } from './rules.ts';
export { createReports, seedCatalogue } from './service.ts';
export { idsBySlug } from './store.ts';
export { reportOfVersion } from './stored-report.ts';
