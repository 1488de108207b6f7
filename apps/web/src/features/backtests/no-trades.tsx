import type { BacktestRun } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { Empty } from '../../ui/feedback/empty.tsx';

/** Why a back-test has no trade, as far as its report tells what became of its rules' signals. */
export function NoTrades({ report: { entrySignals } }: { readonly report: BacktestRun }) {
  const { t } = useTranslation();
  if (!entrySignals) {
    return <Empty title={t('strategies.report.noTradesTitle')} text={t('strategies.report.noTradesText')} />;
  }
  const { entered, refused } = entrySignals;
  if (refused.length > 0) {
    const times = refused.reduce((sum, each) => sum + each.times, 0);
    const sentences = refused.map(({ sentence }) => sentence).join(' ');
    return (
      <Empty
        title={t(`backtests.noTrades.${entered === 0 ? 'refusedTitle' : 'unfilledTitle'}`)}
        text={`${t('backtests.noTrades.refusedText', { count: times, formatted: count(times) })} ${sentences}`}
      />
    );
  }
  const what = entered === 0 ? 'silent' : 'unfilled';
  return <Empty title={t(`backtests.noTrades.${what}Title`)} text={t(`backtests.noTrades.${what}Text`)} />;
}
