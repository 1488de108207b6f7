export { ownDataHandlers } from './calls.ts';
export { createCopyWriter, type FetchCopy } from './copy.ts';
export { continueErasures, deletePastOwnData } from './leftovers.ts';
export { createOwnDataService, type OwnDataService } from './service.ts';
