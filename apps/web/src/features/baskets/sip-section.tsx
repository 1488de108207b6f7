import type { MyBasket } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import texts from '../../ui/texts.module.css';
import { AFTER_BASKET } from './after-basket.ts';
import { dayWithYear } from './basis.ts';
import held from './held.module.css';
import css from './plan.module.css';
import type { Sip } from './sip-input.ts';
import { SipPanel } from './sip-panel.tsx';

interface BasketProps {
  readonly basket: MyBasket;
}

/** Regular investing: how it is set, its next three dates, and the verbs to change, pause or stop it. */
export function SipSection({ basket }: BasketProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { sip } = basket;
  const isSet = sip !== undefined && sip.status !== 'stopped';
  return (
    <Section
      title={t('baskets.sip.title')}
      aside={
        isSet ? (
          <StateDot tone={sip.status === 'active' ? 'good' : 'quiet'}>
            {t(sip.status === 'active' ? 'baskets.sip.active' : 'baskets.sip.paused')}
          </StateDot>
        ) : null
      }
    >
      {isSet ? (
        <Current basket={basket} sip={sip} onChange={() => setOpened(true)} />
      ) : (
        <div className={css.box}>
          <p className={css.quiet}>{t(sip ? 'baskets.sip.wasStopped' : 'baskets.sip.none')}</p>
          <Button look="quiet" wide disabled={basket.heldBack !== undefined} onClick={() => setOpened(true)}>
            {t('baskets.sip.setUp')}
          </Button>
        </div>
      )}
      <SipPanel
        key={sip ? `${sip.amountPaise} ${sip.frequency} ${sip.day}` : ''}
        basket={basket}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </Section>
  );
}

interface CurrentProps extends BasketProps {
  readonly sip: Sip;
  readonly onChange: () => void;
}

function Current({ basket, sip, onChange }: CurrentProps) {
  const { t } = useTranslation();
  const day = useDayWords(sip);
  return (
    <div className={css.box}>
      <p>{t(`baskets.sip.words.${sip.frequency}`, { amount: rupees(sip.amountPaise), day })}</p>
      <NextDates sip={sip} />
      <Deeds basket={basket} sip={sip} onChange={onChange} />
    </div>
  );
}

/** `Monday`, or `5`. */
function useDayWords({ frequency, day }: Sip): string {
  const { t } = useTranslation();
  if (frequency === 'monthly' || frequency === 'quarterly') return String(day);
  const name = (['1', '2', '3', '4', '5'] as const).find((each) => each === String(day)) ?? '1';
  return t(`baskets.sip.weekdays.${name}`);
}

function NextDates({ sip }: { readonly sip: Sip }) {
  const { t } = useTranslation();
  if (sip.status === 'paused') return <p className={css.quiet}>{t('baskets.sip.pausedText')}</p>;
  return (
    <div>
      <h3 className={css.quiet}>{t('baskets.sip.next')}</h3>
      <ol className={held.dates}>
        {sip.nextDates.map((date) => (
          <li key={date.key} data-skipped={date.skipped}>
            <span>{dayWithYear(date.dueOn ?? date.nominalOn)}</span>
            <span className={css.quiet}>{noteOf(date)}</span>
          </li>
        ))}
      </ol>
    </div>
  );

  function noteOf({ nominalOn, dueOn, skipped }: Sip['nextDates'][number]): string | null {
    if (skipped) return t('baskets.sip.skipped');
    if (dueOn === undefined) return t('baskets.sip.calendarOpen');
    return dueOn === nominalOn ? null : t('baskets.sip.rolled', { from: dayWithYear(nominalOn) });
  }
}

function Deeds({ basket: { myBasketId, heldBack }, sip, onChange }: CurrentProps) {
  const { t } = useTranslation();
  const [stopping, setStopping] = useState(false);
  const set = useAction('fetchSetSipStatus', { refreshes: AFTER_BASKET });
  const stop = useAction('fetchSetSipStatus', { quiet: true, refreshes: AFTER_BASKET });
  const isActive = sip.status === 'active';
  const isSkipped = sip.nextDates[0]?.skipped ?? false;
  return (
    <div className={held.verbs}>
      {isActive && sip.nextDates.length > 0 ? (
        <Button
          look="quiet"
          small
          busy={set.isPending}
          onClick={() => set.mutate({ myBasketId, status: 'active', skipNext: !isSkipped })}
        >
          {t(isSkipped ? 'baskets.sip.unskip' : 'baskets.sip.skip')}
        </Button>
      ) : null}
      <Button
        look="quiet"
        small
        busy={set.isPending}
        disabled={!isActive && heldBack !== undefined}
        onClick={() => set.mutate({ myBasketId, status: isActive ? 'paused' : 'active' })}
      >
        {t(isActive ? 'baskets.sip.pause' : 'baskets.sip.resume')}
      </Button>
      <Button look="quiet" small onClick={onChange}>
        {t('baskets.sip.change')}
      </Button>
      <Button look="quiet" small onClick={() => setStopping(true)}>
        {t('baskets.sip.stop')}
      </Button>
      <ActionPanel
        opened={stopping}
        onClose={() => setStopping(false)}
        title={t('baskets.sip.stopTitle')}
        verb={t('baskets.sip.stopVerb')}
        dangerous
        onConfirm={() => stop.mutateAsync({ myBasketId, status: 'stopped' })}
      >
        <ul className={texts.points}>
          <li>{t('baskets.sip.stopDoes')}</li>
          <li>{t('baskets.sip.stopKeeps')}</li>
        </ul>
      </ActionPanel>
    </div>
  );
}
