import type { PortfolioInstrument } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, dayInFull, rupees } from '../../lib/format.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { Gain, Money, Percent, Signed } from '../../ui/figures/figures.tsx';
import type { ListState } from '../../ui/table/list-state.ts';
import { PartsTable } from '../../ui/table/parts-table.tsx';
import css from './overview.module.css';
import { type OverviewFigure, openedIn, overviewSums, type PortfolioOverview } from './overview-view.ts';

interface DrawerProps {
  readonly overview: PortfolioOverview;
  readonly list: ListState;
}

/** What a figure comes from, or the lots of one share; its sum is what was opened. */
export function OverviewDrawer({ overview, list }: DrawerProps) {
  const { t } = useTranslation();
  const opened = openedIn(list.query, overview);
  const title =
    typeof opened === 'object'
      ? t('portfolio.overview.lotsOf', { symbol: opened.instrument.symbol })
      : opened && t(`portfolio.overview.titles.${opened}`);
  return (
    <DetailDrawer
      opened={opened !== undefined}
      onClose={() => list.show({ of: undefined, lots: undefined })}
      title={title ?? ''}
    >
      {opened ? (
        <div className={css.part}>
          {typeof opened === 'object' ? (
            <Lots instruments={[opened.instrument]} />
          ) : (
            <>
              <p className={css.words}>{t(`portfolio.overview.explain.${opened}`)}</p>
              <OfFigure figure={opened} overview={overview} />
            </>
          )}
        </div>
      ) : null}
    </DetailDrawer>
  );
}

function OfFigure({ figure, overview }: { readonly figure: OverviewFigure; readonly overview: PortfolioOverview }) {
  switch (figure) {
    case 'value':
      return <Value overview={overview} />;
    case 'unrealised':
      return <Lots instruments={overview.instrument_list} />;
    case 'returns':
      return <Returns overview={overview} />;
  }
}

function Value({ overview }: { readonly overview: PortfolioOverview }) {
  const { t } = useTranslation();
  return (
    <PartsTable
      head={[t('portfolio.overview.instrument'), t('portfolio.overview.worth')]}
      rows={overview.instrument_list.map(({ symbol, quantity, lastPrice, valuePaise }) => ({
        key: symbol,
        name: symbol,
        notes: [t('portfolio.overview.unitsAt', { units: count(quantity), price: rupees(lastPrice * 100) })],
        cells: [<Money key="value" paise={valuePaise} />],
      }))}
      sum={<Money paise={overviewSums(overview).value} />}
    />
  );
}

/** Each purchase that is still there, with what it has gained; one that is not on record has no gain. */
function Lots({ instruments }: { readonly instruments: readonly PortfolioInstrument[] }) {
  const { t } = useTranslation();
  const rows = instruments.flatMap(({ symbol, lots }) =>
    lots.map((lot, i) => {
      const { boughtOn, quantity, costPaise, valuePaise, gainPaise, clientCode, holder } = lot;
      const day = boughtOn === undefined ? t('portfolio.overview.boughtBefore') : dayInFull(boughtOn);
      const at = holder?.name ?? clientCode;
      const worth = rupees(valuePaise);
      return {
        key: `${symbol} ${boughtOn} ${clientCode} ${holder?.kind} ${holder?.id} ${i}`,
        name: t('portfolio.overview.unitsOf', { units: count(quantity), symbol }),
        notes: [
          at === undefined ? day : `${day} · ${at}`,
          costPaise === undefined
            ? t('portfolio.overview.costUnknown', { value: worth })
            : t('portfolio.overview.costNowWorth', { cost: rupees(costPaise), value: worth }),
        ],
        cells: [<Gain key="gain" paise={gainPaise} />],
      };
    }),
  );
  return (
    <PartsTable
      head={[t('portfolio.overview.lot'), t('portfolio.overview.unrealised')]}
      rows={rows}
      sum={<Gain paise={instruments.reduce((sum, { unrealisedPaise }) => sum + unrealisedPaise, 0)} />}
      note={t('portfolio.overview.beforeSellingLong')}
    />
  );
}

function Returns({ overview }: { readonly overview: PortfolioOverview }) {
  const { t } = useTranslation();
  const { returns } = overview;
  if (!returns) return null;
  const rate = (key: string, name: string, value: number | undefined) => ({
    ...{ key, name },
    cells: [<Percent key="rate" value={value} change />],
  });
  const amount = (key: string, name: string, paise: number) => ({
    ...{ key, name },
    cells: [<Signed key="amount" paise={paise} />],
  });
  return (
    <>
      <PartsTable
        head={[t('portfolio.overview.part'), t('portfolio.overview.rate')]}
        rows={[
          rate('twr', t('portfolio.overview.twr'), returns.twrPercent),
          rate('xirr', t('portfolio.overview.xirrAYear'), returns.xirrPercent),
        ]}
      />
      {returns.xirrPercent === undefined ? <p className={css.words}>{t('portfolio.overview.noXirr')}</p> : null}
      <PartsTable
        head={[t('portfolio.overview.part'), t('portfolio.overview.amount')]}
        rows={[
          amount('value', t('portfolio.overview.worth'), returns.valuePaise),
          amount('out', t('portfolio.overview.takenOut'), returns.takenOutPaise),
          amount('in', t('portfolio.overview.putIn'), -returns.putInPaise),
        ]}
        sum={<Gain paise={returns.gainPaise} />}
      />
      <PartsTable
        head={[t('portfolio.overview.day'), t('portfolio.overview.flow')]}
        rows={returns.flow_list.map(({ date, putInPaise, takenOutPaise }) => ({
          key: date,
          name: dayInFull(date),
          cells: [<Signed key="flow" paise={putInPaise - takenOutPaise} />],
        }))}
        sum={<Signed paise={overviewSums(overview).flows} />}
        note={t('portfolio.overview.flowsNote')}
      />
    </>
  );
}
