export { checkLedger } from './check-ledger.ts';
export { KeyReused, NotCovered, postTransfer } from './post.ts';
export { checkLedgerNow, type LedgerReport, readChecks, readLedgerReport, reportWords } from './report.ts';
export { faultsOf, type Posting, type Transfer } from './rules.ts';
export { readTrialBalance } from './store.ts';
