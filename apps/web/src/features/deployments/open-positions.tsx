import type { MyTrickDetails } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { Money, Price } from '../../ui/figures/figures.tsx';
import { LiveGain, LivePrice } from '../../ui/figures/live-gain.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import css from './deployments.module.css';

type Position = MyTrickDetails['open_positions'][number];

/** What it holds, with the result moving with the price. */
export function OpenPositions({ positions }: { readonly positions: readonly Position[] }) {
  const { t } = useTranslation();
  if (positions.length === 0) {
    return (
      <Section title={t('deployments.positions.title')}>
        <p className={css.quiet}>{t('deployments.positions.none')}</p>
      </Section>
    );
  }
  return (
    <Section title={t('deployments.positions.title')} flush>
      <ul className={css.list}>
        {positions.map((position) => (
          <OpenPosition key={position.positionId} position={position} />
        ))}
      </ul>
      <p className={css.listNote}>{t('deployments.positions.note')}</p>
    </Section>
  );
}

function OpenPosition({ position }: { readonly position: Position }) {
  const { t } = useTranslation();
  const quantity = count(position.quantity);
  const pairs: readonly (readonly [string, ReactNode])[] = [
    [t('deployments.positions.average'), <Price key="average" value={position.averagePrice} />],
    [t('deployments.positions.last'), <LivePrice key="last" symbol={position.symbol} known={position.lastPrice} />],
    [
      position.trailing ? t('deployments.positions.trailing') : t('deployments.positions.stop'),
      <Price key="stop" value={position.stopLoss} />,
    ],
    [t('deployments.positions.target'), <Price key="target" value={position.target} />],
    [t('deployments.positions.charges'), <Money key="charges" paise={position.chargesPaise} />],
    [t('deployments.positions.since'), <Moment key="since" at={position.openedAt} />],
  ];
  return (
    <li className={css.position}>
      <div className={css.positionHead}>
        <span>
          <strong>{position.symbol}</strong>{' '}
          <span className={css.quiet}>
            {position.side === 'buy'
              ? t('deployments.positions.long', { quantity })
              : t('deployments.positions.short', { quantity })}
          </span>
        </span>
        <span className={css.positionPnl}>
          <LiveGain symbol={position.symbol} held={position} />
        </span>
      </div>
      <dl className={css.pairs}>
        {pairs.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={`${css.reason} ${css.clamped}`} title={position.reason}>
        {position.reason}
      </p>
    </li>
  );
}
