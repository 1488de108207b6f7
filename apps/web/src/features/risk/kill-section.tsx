import type { RiskSettings } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import facts from '../../ui/facts.module.css';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { KillPanel } from './kill-panel.tsx';
import { LiftPanel } from './lift-panel.tsx';
import css from './risk.module.css';

/** The kill switch: whether it is set, what it did, and the way to set or to lift it. */
export function KillSection({ risk }: { readonly risk: RiskSettings }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'kill' | 'lift'>();
  const [report, setReport] = useState<OutputOfCall<'killswitch'>>();
  const { killSwitch } = risk;
  const close = () => setOpen(undefined);
  return (
    <Section title={t('risk.kill.title')}>
      <div className={css.parts}>
        {killSwitch.isSet ? (
          <p className={facts.text}>
            {t('risk.kill.isSet')} <Moment at={killSwitch.setAt} wall />
            {t('common.fullStop')} {t('risk.kill.whileSet')}
            {killSwitch.closingByHand ? ` ${t('risk.kill.closingHand')}` : null}
            <ClosedByHand killSwitch={killSwitch} />
          </p>
        ) : (
          <p className={facts.text}>{t('risk.kill.text')}</p>
        )}
        {report ? <Report report={report} /> : null}
        <div className={facts.buttons}>
          <Button look="danger" onClick={() => setOpen('kill')}>
            {killSwitch.isSet ? t('risk.kill.again') : t('risk.kill.set')}
          </Button>
          {killSwitch.isSet ? (
            <Button look="quiet" onClick={() => setOpen('lift')} disabled={risk.lock !== undefined}>
              {t('risk.kill.lift')}
            </Button>
          ) : null}
        </div>
      </div>
      <KillPanel risk={risk} opened={open === 'kill'} onClose={close} onDone={setReport} />
      <LiftPanel risk={risk} opened={open === 'lift'} onClose={close} />
    </Section>
  );
}

/** How closing what was opened by hand ended; nothing is said where there was none. */
function ClosedByHand({ killSwitch: { closingByHand, closedByHand } }: Pick<RiskSettings, 'killSwitch'>) {
  const { t } = useTranslation();
  if (closingByHand || !closedByHand || closedByHand.outcome === 'nothing') return null;
  return (
    <span role="status">
      {' '}
      {t(`risk.kill.closedHand.${closedByHand.outcome}`)} <Moment at={closedByHand.at} wall />
      {t('common.fullStop')}
    </span>
  );
}

/** What was done, until the page is left; the account's log keeps it. */
function Report({ report }: { readonly report: OutputOfCall<'killswitch'> }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <dl className={facts.facts}>
        <Fact name={t('risk.report.tricks')} value={report.tricks} />
        <Fact name={t('risk.report.ended')} value={report.ended} />
        <Fact name={t('risk.report.exits')} value={report.exits} />
        <Fact name={t('risk.report.handExits')} value={report.handExits} />
        <Fact name={t('risk.report.kept')} value={report.kept} />
        {report.withoutStop > 0 ? <Fact name={t('risk.report.withoutStop')} value={report.withoutStop} /> : null}
        {report.handedOver > 0 ? <Fact name={t('risk.report.handedOver')} value={report.handedOver} /> : null}
        <Fact name={t('risk.report.cancelled')} value={report.cancelled} />
        {report.keptStops > 0 ? <Fact name={t('risk.report.keptStops')} value={report.keptStops} /> : null}
        {report.basketRuns > 0 ? <Fact name={t('risk.report.basketRuns')} value={report.basketRuns} /> : null}
        {report.basketSips > 0 ? <Fact name={t('risk.report.basketSips')} value={report.basketSips} /> : null}
        <Fact name={t('risk.report.foreign')} value={report.foreignOrders} />
      </dl>
    </div>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
