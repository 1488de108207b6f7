import { useTranslation } from 'react-i18next';
import { price } from '../../lib/format.ts';
import facts from '../../ui/facts.module.css';
import { Percent } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { CallState } from './call-state.tsx';
import { eventTone, eventWord, type Outcome, type ShownCall, wasEntered } from './call-view.ts';
import css from './research.module.css';

interface CallDetailProps {
  readonly call: ShownCall;
  /** Absent of one that is not published. */
  readonly outcome?: Outcome;
}

/** Everything that people see of a call: its levels, why, what the market made of it, and who stands behind it. */
export function CallDetail({ call, outcome }: CallDetailProps) {
  const { t } = useTranslation();
  return (
    <div className={css.detail}>
      {outcome ? <CallState outcome={outcome} withdrawn={call.withdrawn !== undefined} /> : null}
      {call.simulated ? <p className={css.notice}>{t('research.simulated', { data: call.data })}</p> : null}
      {call.withdrawn ? (
        <p className={css.notice}>
          {t('research.withdrawnBecause', { reason: call.withdrawn.reason })} <Moment at={call.withdrawn.at} />
        </p>
      ) : null}
      <Levels call={call} />
      <section>
        <h3 className={css.title}>{t('research.rationale')}</h3>
        <p className={css.rationale}>{call.rationale}</p>
      </section>
      {outcome ? <Story outcome={outcome} /> : null}
      <Disclosure call={call} />
    </div>
  );
}

function Levels({ call }: Pick<CallDetailProps, 'call'>) {
  const { t } = useTranslation();
  return (
    <dl className={facts.facts}>
      <div>
        <dt>{t('research.entry')}</dt>
        <dd>{price(call.entryPrice)}</dd>
      </div>
      <div>
        <dt>{t('research.stop')}</dt>
        <dd>{price(call.stopPrice)}</dd>
      </div>
      {call.targets.map((target, i) => (
        <div key={target}>
          <dt>{t('research.targetOf', { target: i + 1 })}</dt>
          <dd>{price(target)}</dd>
        </div>
      ))}
      <div>
        <dt>{t('research.reference')}</dt>
        <dd>{price(call.referencePrice)}</dd>
      </div>
      <div>
        <dt>{t('research.published')}</dt>
        <dd>
          <Moment at={call.publishedAt} />
        </dd>
      </div>
      <div>
        <dt>{t('research.goodUntil')}</dt>
        <dd>
          <Moment at={call.expiresAt} />
        </dd>
      </div>
    </dl>
  );
}

function Story({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation();
  const entered = wasEntered(outcome);
  return (
    <section>
      <h3 className={css.title}>{t('research.story')}</h3>
      {outcome.event_list.length === 0 ? (
        <p className={facts.text}>{t('research.nothingYet')}</p>
      ) : (
        <Timeline
          label={t('research.story')}
          steps={outcome.event_list.map((event) => ({
            at: event.at,
            tone: eventTone(event),
            label: t(`research.events.${eventWord(event, entered)}`, {
              price: price(event.price),
              target: event.target ?? 0,
            }),
            note: event.heldTarget ? t('research.heldTarget') : undefined,
          }))}
        />
      )}
      {outcome.resultPercent === undefined ? null : (
        <p className={facts.text}>
          {t('research.result')}: <Percent value={outcome.resultPercent} change /> {t('research.resultText')}
        </p>
      )}
      <p className={facts.text}>
        {t('research.rule')} {t('research.seenUntil')} <Moment at={outcome.seenUntil} />
      </p>
    </section>
  );
}

/** What a research analyst has to say with each call. */
function Disclosure({ call: { analyst, disclosure, symbol } }: Pick<CallDetailProps, 'call'>) {
  const { t } = useTranslation();
  const { registrationNumber: number } = analyst;
  return (
    <section>
      <h3 className={css.title}>{t('research.disclosure')}</h3>
      <ul className={css.disclosure}>
        <li>
          {t('research.analyst', { name: analyst.name })}{' '}
          {number === undefined ? t('research.unregistered') : t('research.registered', { number })}
        </li>
        <li>{t(disclosure.holdsInterest ? 'research.holdsInterest' : 'research.noInterest', { symbol })}</li>
        <li>{t(disclosure.usesAi ? 'research.usesAi' : 'research.noAi')}</li>
        <li>{t('research.noAssurance')}</li>
        <li>{t('research.risk')}</li>
        <li>{t('research.complaints')}</li>
      </ul>
    </section>
  );
}
