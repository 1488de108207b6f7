import type { MyTrickDetails } from '@trickdesk/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Money, Price } from '../../ui/figures/figures.tsx';
import { LiveGain, LivePrice } from '../../ui/figures/live-gain.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import css from './deployments.module.css';
import { LevelsPanel } from './levels-panel.tsx';

type Position = MyTrickDetails['open_positions'][number];

/** What it holds, with the result moving with the price. */
export function OpenPositions({ trick }: { readonly trick: MyTrickDetails }) {
  const { t } = useTranslation();
  const positions = trick.open_positions;
  if (positions.length === 0) {
    return (
      <Section title={t('deployments.positions.title')}>
        <p className={texts.quiet}>{t('deployments.positions.none')}</p>
      </Section>
    );
  }
  return (
    <Section title={t('deployments.positions.title')} flush>
      <ul className={css.list}>
        {positions.map((position) => (
          <OpenPosition
            key={position.positionId}
            position={position}
            mayTrail={trick.stopMayTrail}
            isFixed={trick.phase === 'exiting'}
          />
        ))}
      </ul>
      <p className={css.listNote}>{t('deployments.positions.note')}</p>
    </Section>
  );
}

interface OpenPositionProps {
  readonly position: Position;
  readonly mayTrail: boolean;
  /** It is being sold: its levels count no more. */
  readonly isFixed: boolean;
}

function OpenPosition({ position, mayTrail, isFixed }: OpenPositionProps) {
  const { t } = useTranslation();
  const [changing, setChanging] = useState(false);
  const quantity = count(position.quantity);
  const pairs: readonly (readonly [string, ReactNode])[] = [
    [t('deployments.positions.average'), <Price key="average" value={position.averagePrice} />],
    [t('deployments.positions.last'), <LivePrice key="last" symbol={position.symbol} known={position.lastPrice} />],
    [
      position.trailing ? t('deployments.positions.trailing') : t('deployments.positions.stop'),
      <Price key="stop" value={position.stopLoss} />,
    ],
    ...(position.stopAtBroker === undefined
      ? []
      : [[t('deployments.positions.stopAtBroker'), <Price key="at broker" value={position.stopAtBroker} />] as const]),
    [t('deployments.positions.target'), <Price key="target" value={position.target} />],
    [t('deployments.positions.charges'), <Money key="charges" paise={position.chargesPaise} />],
    [t('deployments.positions.since'), <Moment key="since" at={position.openedAt} />],
  ];
  return (
    <li className={css.position}>
      <div className={css.positionHead}>
        <span>
          <strong>{position.symbol}</strong>{' '}
          <span className={texts.quiet}>
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
      {isFixed ? null : (
        <div className={css.positionFoot}>
          <Button look="quiet" small onClick={() => setChanging(true)}>
            {t('deployments.positions.change')}
          </Button>
        </div>
      )}
      {changing ? <LevelsPanel position={position} mayTrail={mayTrail} onClose={() => setChanging(false)} /> : null}
    </li>
  );
}
