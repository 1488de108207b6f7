export { mostEntriesPerDay, mostHeldPaise, mostOrdersPerDay, outByTime } from './bounds.ts';
export {
  type ContractFacts,
  contractOf,
  FEW_DAYS,
  type ModelledRecord,
  type StrategyContract,
} from './contract.ts';
export type { ModelledTrade } from './scaled-charges.ts';
