import { IconMenu2, IconPlugConnected, IconPlugConnectedX, IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { tellExchange } from '../../lib/exchange-clock.ts';
import { useLastPrice } from '../../lib/quotes.ts';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Explained } from '../../ui/figures/explained.tsx';
import { Gain, Percent, Price } from '../../ui/figures/figures.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import { Bell } from './bell.tsx';
import { MarketState } from './market-state.tsx';
import { Person } from './person.tsx';
import css from './shell.module.css';
import { todaysOf } from './todays.ts';

type Header = OutputOfCall<'headerdata'>;

interface BarProps {
  readonly onMenu: () => void;
  readonly menuOpen: boolean;
  readonly onSearch: () => void;
  readonly onLogOut: () => void;
}

/** The bar on top: the market, the indices, today's result, the broker, the person. */
export function Bar({ onMenu, menuOpen, onSearch, onLogOut }: BarProps) {
  const { t } = useTranslation();
  const { data } = useCall('headerdata', {});
  useEffect(() => {
    if (data) tellExchange(data.market);
  }, [data]);
  return (
    <header className={css.bar}>
      <button
        type="button"
        className={`${css.icon} ${css.burger}`}
        aria-label={t('shell.openMenu')}
        aria-expanded={menuOpen}
        aria-controls="menu"
        onClick={onMenu}
      >
        <IconMenu2 size={20} aria-hidden="true" />
      </button>
      <div className={css.marketAndMode}>
        <MarketState />
        {data ? <SmallMode header={data} /> : null}
      </div>
      <div className={css.indices}>
        {(data?.indices ?? []).slice(0, 2).map((index) => (
          <IndexFigure key={index.symbol} index={index} />
        ))}
      </div>
      {data ? <Today header={data} /> : null}
      {data ? <BrokerState status={data.broker.status} /> : null}
      <button type="button" className={css.find} onClick={onSearch} aria-label={t('shell.searchWithKeys')}>
        <IconSearch size={16} aria-hidden="true" />
        <kbd>{t('shell.searchKeys')}</kbd>
      </button>
      <Bell />
      <Person onLogOut={onLogOut} />
    </header>
  );
}

function IndexFigure({ index }: { readonly index: Header['indices'][number] }) {
  const last = useLastPrice(index.symbol, index.last) ?? index.last;
  const previousClose = index.last / (1 + index.changePercent / 100);
  const change = previousClose > 0 ? (last / previousClose - 1) * 100 : 0;
  return (
    <span className={css.index}>
      <span className={css.quiet}>{index.symbol}</span>
      <b>
        <Price value={last} live width={9} />
      </b>
      <Percent value={change} change />
    </span>
  );
}

/** Test and live stand apart and are never added up; live only where there is a broker. */
function Today({ header }: { readonly header: Header }) {
  const { t } = useTranslation();
  return (
    <div className={css.today}>
      {todaysOf(header).map(({ badge, paise }) => (
        <span key={badge} className={css.pair}>
          <span>
            <span className={css.todayWord}>{t('shell.today')} </span>
            {t(`mode.${badge}`)}
          </span>
          <Explained
            ask={{ figure: 'trickDay', type: badge === 'test' ? 'Test' : 'Live', withMoved: true }}
            value={paise}
          >
            <Gain paise={paise} live />
          </Explained>
        </span>
      ))}
    </div>
  );
}

/** Where the figures of today do not fit, as on a phone: which money is at stake, in a badge. */
function SmallMode({ header }: { readonly header: Header }) {
  const badge = todaysOf(header).at(-1)?.badge;
  return badge ? (
    <span className={css.smallMode}>
      <ModeBadge badge={badge} />
    </span>
  ) : null;
}

function BrokerState({ status }: { readonly status: Header['broker']['status'] }) {
  const { t } = useTranslation();
  const Plug = status === 'linked' ? IconPlugConnected : IconPlugConnectedX;
  const text = t(`shell.broker.${status}`);
  return (
    <AppLink to="/profile/broker" className={css.brokerState}>
      <span
        title={text}
        style={{ lineHeight: 0, color: status === 'expired' || status === 'error' ? 'var(--td-warning)' : undefined }}
      >
        <Plug size={20} aria-hidden="true" />
      </span>
      <span>{text}</span>
    </AppLink>
  );
}
