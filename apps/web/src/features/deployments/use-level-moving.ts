import { useQueryClient } from '@tanstack/react-query';
import type { MyTrickDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { price as priceText, signedRupees } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import type { PriceLevel } from '../../ui/charts/candle-chart.tsx';
import type { LevelMoving } from '../../ui/charts/level-strip.tsx';
import { AFTER_ACTION } from './after-action.ts';
import { resultAt } from './levels-input.ts';

/** How stop and target of what is held in an instrument are moved on its chart; nothing until its tick is known. */
export function useLevelMoving(positions: MyTrickDetails['open_positions'], symbol: string): LevelMoving | undefined {
  const { t } = useTranslation();
  const client = useQueryClient();
  const own = positions.filter((position) => position.symbol === symbol);
  const known = useCall('searchinstruments', { Search: symbol }, { enabled: own.length > 0 });
  const tick = known.data?.instrument_list.find((instrument) => instrument.symbol === symbol)?.tickSize;
  if (tick === undefined) return undefined;

  const positionOf = ({ dragId }: PriceLevel) =>
    own.find(({ positionId }) => dragId?.endsWith(` ${positionId}`) === true);
  const words = (level: PriceLevel, to: number) => ({
    from: priceText(level.price),
    to: priceText(to),
    where:
      positionOf(level)?.is_live === 1 ? t('deployments.chart.drag.atBroker') : t('deployments.chart.drag.onPaper'),
  });
  const kindOf = (level: PriceLevel) => (level.kind === 'target' ? 'target' : 'stop');
  return {
    tick,
    describe: (level, to) => {
      const position = positionOf(level);
      const paise = position && resultAt(to, position);
      return t('deployments.chart.drag.value', {
        price: priceText(to),
        amount: paise === undefined ? t('common.none') : signedRupees(paise),
      });
    },
    question: (level, to) => t(`deployments.chart.drag.question.${kindOf(level)}`, words(level, to)),
    asked: (level, to) => t(`deployments.chart.drag.asked.${kindOf(level)}`, words(level, to)),
    move: async (level, to) => {
      const position = positionOf(level);
      if (!position) return;
      const { TricksId, positionId } = position;
      const change = level.kind === 'target' ? { target: to } : { stopLoss: to };
      await send('modifySLTrick', { TricksId, positionId, ...change }, { quiet: true });
      await Promise.all(AFTER_ACTION.map((name) => client.invalidateQueries({ queryKey: [name] })));
    },
  };
}
