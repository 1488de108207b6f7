import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { count, day, wholeRupees } from '../../lib/format.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Gain, Money, Price } from '../../ui/figures/figures.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import texts from '../../ui/texts.module.css';
import css from './deployments.module.css';
import { GoLiveReadiness } from './go-live-readiness.tsx';

/** A day of the exchange with its year. */
function dayInFull(date: string): string {
  return day(Date.parse(`${date}T12:00:00+05:30`), 0);
}

export type GoLiveCheck = OutputOfCall<'golivecheck'>;

interface DossierProps {
  readonly check: GoLiveCheck;
  readonly onBroker: (brokerId: number) => void;
}

/** Contract, records, costs, what is missing, and what becomes of what is held on paper. */
export function GoLiveDossier({ check, onBroker }: DossierProps) {
  const { t } = useTranslation();
  const badge = check.liveBadge === 'live' ? 'live' : 'live_simulated';
  return (
    <div className={css.dossier}>
      <div>
        <ModeBadge badge={check.liveBadge} />
        <p className={css.panelNote}>{t(`deployments.goLive.then.${badge}`)}</p>
      </div>
      <ContractPoints contract={check.contract} />
      <Records check={check} />
      <PaperPositions check={check} />
      <BrokerChoice check={check} onBroker={onBroker} />
      <GoLiveReadiness check={check} />
    </div>
  );
}

/** What a trick may do, in the sentences that its owner agrees to. */
export function ContractPoints({ contract }: Pick<GoLiveCheck, 'contract'>) {
  const { t } = useTranslation();
  return (
    <div>
      <h3 className={css.panelHead}>{t('deployments.goLive.contract')}</h3>
      <ul className={texts.points}>
        {contract.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className={css.panelNote}>{t('deployments.goLive.lead')}</p>
    </div>
  );
}

/** Both records with the trades behind them, so that luck can be told from skill. */
export function Records({ check }: { readonly check: GoLiveCheck }) {
  const { t } = useTranslation();
  const { testRecord, backtestRecord: model, contract } = check;
  return (
    <div>
      <h3 className={css.panelHead}>{t('deployments.goLive.records')}</h3>
      <table className={css.plan}>
        <thead>
          <tr>
            <th scope="col">{t('deployments.goLive.record')}</th>
            <th scope="col">{t('deployments.goLive.trades')}</th>
            <th scope="col">{t('deployments.goLive.days')}</th>
            <th scope="col">{t('deployments.goLive.result')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('deployments.goLive.test')}</th>
            <td>{count(testRecord.trades)}</td>
            <td>{count(testRecord.days)}</td>
            <td>
              <Gain paise={testRecord.netPnlPaise} />
            </td>
          </tr>
          {model ? (
            <tr>
              <th scope="row">{t('deployments.goLive.backtest')}</th>
              <td>{count(model.trades)}</td>
              <td>{count(model.days)}</td>
              <td>
                <Gain paise={model.netPnlPaise} />
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
      <dl className={css.pairs}>
        <div>
          <dt>{t('deployments.goLive.costs')}</dt>
          <dd>
            {contract.chargesPerMonthPaise === undefined ? (
              t('deployments.goLive.noCosts')
            ) : (
              <Money paise={contract.chargesPerMonthPaise} form="whole" />
            )}
          </dd>
        </div>
        <div>
          <dt>{t('deployments.goLive.worst')}</dt>
          <dd>
            <Gain paise={contract.worstDayPaise} />
          </dd>
        </div>
      </dl>
      <p className={css.panelNote}>
        {t('deployments.goLive.recordsNote')}{' '}
        {model
          ? t('deployments.goLive.backtestBasis', {
              capital: wholeRupees(model.capitalPaise),
              data: model.data,
              from: dayInFull(model.from_date),
              to: dayInFull(model.to_date),
            })
          : t(contract.modelledDays > 0 ? 'deployments.goLive.hiddenBacktest' : 'deployments.goLive.noBacktest')}{' '}
        <WorkedOutFor scaledTo={contract.scaledTo} />
        {contract.worstDayEstimated ? `${t('deployments.goLive.worstEstimate')} ` : null}
        <BacktestLink model={model} />
      </p>
    </div>
  );
}

/** Where the back-test ran with less or more than is set now: what charges and worst day are for. */
function WorkedOutFor({ scaledTo }: Pick<GoLiveCheck['contract'], 'scaledTo'>) {
  const { t } = useTranslation();
  if (scaledTo === undefined) return null;
  const { capitalPaise, quantityMultiplier: times } = scaledTo;
  if (capitalPaise === undefined) return <>{t('deployments.goLive.scaledQuantity', { times })} </>;
  const capital = wholeRupees(capitalPaise);
  return (
    <>{t(times === 1 ? 'deployments.goLive.scaledCapital' : 'deployments.goLive.scaledBoth', { capital, times })} </>
  );
}

/** To the report itself: one of one's own, or the one in the catalogue. */
function BacktestLink({ model }: { readonly model: GoLiveCheck['backtestRecord'] }) {
  const { t } = useTranslation();
  if (model?.BacktestId !== undefined) {
    return (
      <AppLink to={`/backtests/${model.BacktestId}`}>
        {t('deployments.goLive.ownBacktest', { id: model.BacktestId })}
      </AppLink>
    );
  }
  if (model?.catalogue === undefined) return null;
  const { TricksId, isReplaced } = model.catalogue;
  return (
    <AppLink to={`/tricks/${TricksId}`}>
      {t(isReplaced ? 'deployments.goLive.newerBacktest' : 'deployments.goLive.catalogueBacktest')}
    </AppLink>
  );
}

function PaperPositions({ check }: { readonly check: GoLiveCheck }) {
  const { t } = useTranslation();
  const held = check.paperPositions;
  return (
    <div>
      <h3 className={css.panelHead}>{t('deployments.goLive.paper')}</h3>
      <p>
        {held.length === 0
          ? t('deployments.goLive.paperNone')
          : t('deployments.goLive.paperClosed', { count: held.length })}
      </p>
      {held.length === 0 ? null : (
        <table className={css.plan}>
          <thead>
            <tr>
              <th scope="col">{t('deployments.sellPanel.order')}</th>
              <th scope="col">{t('deployments.sellPanel.price')}</th>
              <th scope="col">{t('deployments.sellPanel.pnl')}</th>
            </tr>
          </thead>
          <tbody>
            {held.map((order) => (
              <tr key={order.symbol}>
                <th scope="row">
                  {t(`deployments.sellPanel.${order.side}`, { quantity: count(order.quantity) })} {order.symbol}
                </th>
                <td>
                  <Price value={order.estimatedPrice} />
                </td>
                <td>
                  <Gain paise={order.pnlPaise} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** The account that its orders go to: the only one by name, or a choice that nothing is preselected in. */
function BrokerChoice({ check, onBroker }: DossierProps) {
  const { t } = useTranslation();
  const [first, ...others] = check.brokers;
  if (!first) return null;
  if (others.length === 0) return <p>{t('deployments.goLive.goesTo', { clientCode: first.clientCode })}</p>;
  const nothing = check.brokerId === undefined ? [{ value: '', label: t('deployments.goLive.chooseBroker') }] : [];
  return (
    <NativeSelect
      label={t('deployments.goLive.broker')}
      value={String(check.brokerId ?? '')}
      data={[
        ...nothing,
        ...check.brokers.map(({ brokerId, clientCode }) => ({ value: String(brokerId), label: clientCode })),
      ]}
      onChange={(event) => onBroker(Number(event.currentTarget.value))}
    />
  );
}
