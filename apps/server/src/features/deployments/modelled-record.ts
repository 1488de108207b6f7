import type { BacktestReportWire, BacktestRun } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import { rupeesToPaise } from '@trickdesk/domain';
import type { ModelledRecord, ModelledTrade, StrategyDefinition } from '@trickdesk/engine';
import { newestReportOf } from '../backtests/index.ts';
import { hashOf, reportOfVersion } from '../strategies/index.ts';
import type { DeploymentsFacts } from './own-deployment.ts';
import type { LockedDeployment } from './store.ts';

/** What models a version: the catalogue's back-test of it, or else the newest that its owner had made of the same rules. */
export interface VersionBacktest {
  /** The owner's; the catalogue's has no number. */
  readonly id?: number;
  /** Where the catalogue's stands. */
  readonly publishedId?: number;
  readonly isReplaced?: boolean;
  readonly report: BacktestReportWire | BacktestRun;
  readonly newestTrades: readonly ModelledTrade[];
}

export async function readBacktest(
  db: Queryable,
  { marketData }: DeploymentsFacts,
  { account_id: accountId, strategy_version_id: versionId }: LockedDeployment,
  definition: StrategyDefinition,
): Promise<VersionBacktest | undefined> {
  const ofCatalogue = await reportOfVersion(db, versionId, marketData.dataset);
  if (ofCatalogue) return { ...ofCatalogue, newestTrades: ofCatalogue.report.tradeList.map(tradeOfWire) };
  return newestReportOf(db, { accountId, versionHash: hashOf(definition) });
}

function tradeOfWire(trade: BacktestReportWire['tradeList'][number]): ModelledTrade {
  const { direction, quantity, entryAt, entryPrice, exitAt, exitPrice } = trade;
  return {
    ...{ direction, quantity, entryAt: Date.parse(entryAt), exitAt: Date.parse(exitAt) },
    ...{ entryPaise: rupeesToPaise(entryPrice), exitPaise: rupeesToPaise(exitPrice) },
  };
}

export function modelledOf({ report, newestTrades }: VersionBacktest): ModelledRecord {
  const { capitalPaise, chargesPaise, trades, equity } = report;
  let before = capitalPaise;
  const days = equity.map(({ date, valuePaise }) => {
    const resultPaise = valuePaise - before;
    before = valuePaise;
    return { date, resultPaise };
  });
  return { capitalPaise, chargesPaise, trades, newestTrades, days };
}

export function backtestRecordOf({ id, report, publishedId, isReplaced = false }: VersionBacktest) {
  const { basis } = report;
  return {
    ...(id === undefined ? {} : { BacktestId: id }),
    ...(publishedId === undefined ? {} : { catalogue: { TricksId: publishedId, isReplaced } }),
    trades: report.trades,
    days: basis.days,
    from_date: basis.from_date,
    to_date: basis.to_date,
    data: basis.data,
    capitalPaise: report.capitalPaise,
    netPnlPaise: report.netPnlPaise,
    returnPercent: report.returnPercent,
    maxDrawdownPercent: 'maxDrawdownPercent' in report ? report.maxDrawdownPercent : (report.drawdown?.percent ?? 0),
  };
}
