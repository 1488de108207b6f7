export { checkLedger } from './check-ledger.ts';
export { KeyReused, NotCovered, postTransfer } from './post.ts';
export { readLedgerReport, reportWords } from './report.ts';
export { faultsOf, type Posting, type Transfer } from './rules.ts';
export { readTrialBalance } from './store.ts';
