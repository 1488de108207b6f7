import type { ParityReportRow, ParitySide, ParityTrade } from '@trickdesk/contract';
import { indiaMoment } from '@trickdesk/domain';
import { useTranslation } from 'react-i18next';
import { count, moment } from '../../lib/format.ts';
import { Gain, Price, Signed } from '../../ui/figures/figures.tsx';
import css from './parity.module.css';

/** A difference by its causes; the amounts add up to it. */
export function Parts({ parts }: { readonly parts: ParityReportRow['parts'] }) {
  const { t } = useTranslation();
  if (parts.length === 0) return null;
  return (
    <ul className={css.parts} aria-label={t('parity.causes')}>
      {parts.map(({ cause, paise }) => (
        <li key={cause} title={t(`parity.explain.${cause}`)}>
          <span>{t(`parity.cause.${cause}`)}</span>
          <Gain paise={paise} />
        </li>
      ))}
    </ul>
  );
}

interface TradeLineProps {
  readonly trade: ParityTrade;
  /** The day of the report: a time without a date is of it. */
  readonly day: string;
}

/** One trade of which the two sides differ. */
export function TradeLine({ trade, day }: TradeLineProps) {
  const { t } = useTranslation();
  return (
    <li className={css.trade}>
      <div className={css.head}>
        <span>
          <b>{trade.symbol}</b> {t(`parity.direction.${trade.direction}`)}
          {trade.what === 'matched' ? null : ` ·\u00a0${t(`parity.what.${trade.what}`)}`}
        </span>
        <Gain paise={trade.differencePaise} />
      </div>
      <table className={css.sides}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('parity.unitsHead')}</th>
            <th scope="col">{t('parity.entry')}</th>
            <th scope="col">{t('parity.exit')}</th>
            <th scope="col">{t('parity.result')}</th>
          </tr>
        </thead>
        <tbody>
          {trade.expected ? <Side name={t('parity.expected')} side={trade.expected} day={day} /> : null}
          {trade.done ? <Side name={t('parity.done')} side={trade.done} day={day} /> : null}
        </tbody>
      </table>
      <Parts parts={trade.parts} />
      <Unquoted sides={trade.unquoted} />
    </li>
  );
}

function Unquoted({ sides }: { readonly sides: ParityTrade['unquoted'] }) {
  const { t } = useTranslation();
  const [side, other] = sides;
  if (!side) return null;
  return <p className={css.text}>{t(`parity.unquotedSides.${other ? 'both' : side}`)}</p>;
}

interface SideProps {
  readonly name: string;
  readonly side: ParitySide;
  readonly day: string;
}

function Side({ name, side, day }: SideProps) {
  const { t } = useTranslation();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{count(side.quantity)}</td>
      <td>
        <PriceAndTime price={side.entryPrice} at={side.entryAt} day={day} />
      </td>
      <td>
        {side.exitPrice === undefined ? (
          t('parity.stillOpen')
        ) : (
          <PriceAndTime price={side.exitPrice} at={side.exitAt} day={day} />
        )}
      </td>
      <td>
        <Signed paise={side.netPaise} />
      </td>
    </tr>
  );
}

interface PriceAndTimeProps {
  readonly price: number;
  readonly at: string | undefined;
  readonly day: string;
}

function PriceAndTime({ price, at, day }: PriceAndTimeProps) {
  const { i18n } = useTranslation();
  return (
    <>
      <Price value={price} />
      {at === undefined ? null : <time dateTime={at}>{moment(Date.parse(at), indiaMoment(day), i18n.language)}</time>}
    </>
  );
}
