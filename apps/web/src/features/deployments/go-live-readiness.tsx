import { useTranslation } from 'react-i18next';
import type { OutputOfCall } from '../../lib/wire.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import css from './deployments.module.css';

type GoLiveCheck = OutputOfCall<'golivecheck'>;
type Gate = GoLiveCheck['readiness'][number]['gate'];

/** Where a person mends what is missing; what only the operator or time can mend has no place. */
const PLACES = {
  kyc: '/profile/kyc',
  activation: '/activate',
  broker: '/profile/broker',
  session: '/profile/broker',
  instruments: '/tricks',
  kill_switch: '/risk',
  risk_lock: '/risk',
} as const satisfies Partial<Record<Gate, string>>;

const isMendable = (gate: Gate): gate is keyof typeof PLACES => gate in PLACES;

/** Everything that stands between this trick and real orders, with the action that mends it. */
export function GoLiveReadiness({ check }: { readonly check: GoLiveCheck }) {
  const { t } = useTranslation();
  return (
    <div>
      <h3 className={css.panelHead}>{t('deployments.goLive.readiness')}</h3>
      <ul className={css.gates}>
        {check.readiness.map(({ gate, passed, sentence }) => (
          <li key={gate}>
            <StateDot tone={passed ? 'good' : 'bad'}>
              {t(passed ? 'deployments.goLive.passed' : 'deployments.goLive.missing')}
            </StateDot>
            <span>
              {sentence}{' '}
              {!passed && isMendable(gate) ? (
                <AppLink to={PLACES[gate]}>{t(`deployments.goLive.mend.${gate}`)}</AppLink>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {check.ready ? null : <p className={css.panelNote}>{t('deployments.goLive.notReady')}</p>}
    </div>
  );
}
