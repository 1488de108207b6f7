export { type ActFilter, type ActPage, listActChoices, listActs } from './act-store.ts';
export { readChainState, verifyByOperator } from './chain-state.ts';
export { linkNew } from './link.ts';
export { type OperatorAct, recordAct } from './record-act.ts';
export { type ChainReport, chainWords, verifyChain } from './verify.ts';
