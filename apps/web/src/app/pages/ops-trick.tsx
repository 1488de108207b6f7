import { BacktestReport } from '../../features/backtests/backtest-report.tsx';
import { OpsTrickPage } from '../../features/operations/trick-page.tsx';

/** A trick that waits for the catalogue, with the report of its back-test as its owner reads it. */
export function OpsTrick() {
  return <OpsTrickPage show={(report) => <BacktestReport report={report} beside={null} />} />;
}
