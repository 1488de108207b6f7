import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { badgeOfMode } from '../../lib/record-mode.ts';
import { useCall } from '../../lib/use-call.ts';
import { Gain, Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { TrackLines } from '../../ui/figures/track-lines.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import css from './strategies.module.css';
import type { TrickDetails } from './trick-page.tsx';

interface TrickProps {
  readonly trick: TrickDetails;
}

/** The trick itself, beside its figures: rules, conditions, facts, what users got, versions. */
export function TrickAbout({ trick }: TrickProps) {
  const { t } = useTranslation();
  return (
    <div className={layout.stack}>
      <Section title={t('strategies.rules')}>
        <p className={css.description}>{trick.description}</p>
        <ol className={texts.numbered}>
          {trick.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
      </Section>
      <Conditions trick={trick} />
      <Facts trick={trick} />
      <Records trick={trick} />
      <Section title={t('strategies.versions')}>
        <ol className={css.versions} reversed>
          {trick.versions
            .toSorted((a, b) => b.version - a.version)
            .map((version) => (
              <li key={version.version}>
                <strong>{t('strategies.version', { version: version.version })}</strong> <Moment at={version.at} />
                <br />
                {version.note}
              </li>
            ))}
        </ol>
      </Section>
    </div>
  );
}

function Conditions({ trick }: TrickProps) {
  const { t } = useTranslation();
  const { entry, exit, parameters } = trick.definition;
  const shown = [
    { name: t('strategies.condition.entryLong'), text: entry.long },
    { name: t('strategies.condition.entryShort'), text: entry.short },
    { name: t('strategies.condition.exitLong'), text: exit.long },
    { name: t('strategies.condition.exitShort'), text: exit.short },
  ].flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }]));
  const values = Object.entries(parameters).map(([name, parameter]) =>
    t('strategies.parameter', { name, value: parameter.default }),
  );
  return (
    <Section title={t('strategies.conditions')}>
      <dl className={css.conditions}>
        {shown.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code className={texts.code}>{text}</code>
            </dd>
          </div>
        ))}
      </dl>
      {values.length > 0 ? <p className={css.parameters}>{values.join(', ')}</p> : null}
    </Section>
  );
}

function Facts({ trick }: TrickProps) {
  const { t } = useTranslation();
  const { session, product } = trick.definition;
  return (
    <Section title={t('strategies.facts')}>
      <dl className={css.about}>
        <dt>{t('strategies.instruments')}</dt>
        <dd>{trick.instruments.join(', ')}</dd>
        <dt>{t('strategies.interval')}</dt>
        <dd>{t(`strategies.intervals.${trick.interval}`)}</dd>
        <dt>{t('strategies.product')}</dt>
        <dd>{t(`strategies.products.${product}`)}</dd>
        <dt>{t('strategies.session')}</dt>
        <dd>{t('strategies.sessionHours', { from: session.entryFrom, to: session.entryTo })}</dd>
        {session.squareOff === undefined ? null : (
          <>
            <dt>{t('strategies.squareOff')}</dt>
            <dd>{session.squareOff}</dd>
          </>
        )}
        <dt>{t('strategies.capital')}</dt>
        <dd>
          <Money paise={trick.minCapitalPaise} form="whole" />
        </dd>
      </dl>
    </Section>
  );
}

/** Live and test side by side, never added up. */
function Records({ trick }: TrickProps) {
  const { t } = useTranslation();
  const simulated = useCall('headerdata', {}).data?.market.simulated;
  const { liveRecord, testRecord } = trick;
  if (!liveRecord || !testRecord || simulated === undefined) return null;
  const rows = [
    { name: t(`mode.${badgeOfMode('Live', simulated)}`), record: liveRecord },
    { name: t(`mode.${badgeOfMode('Test', simulated)}`), record: testRecord },
  ];
  return (
    <Section title={t('strategies.records')} note={t('strategies.recordsNote')}>
      <table className={css.records}>
        <thead>
          <tr>
            <th scope="col">{t('strategies.recordMode')}</th>
            <th scope="col">{t('strategies.recordUsers')}</th>
            <th scope="col">{t('strategies.recordTrades')}</th>
            <th scope="col">{t('strategies.recordNet')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, record }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{count(record.users)}</td>
              <td>{count(record.trades)}</td>
              <td>{record.trades === 0 ? t('common.none') : <Gain paise={record.netPnlPaise} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.map(({ name, record: { since, ...record } }) =>
        since === undefined ? null : (
          <p key={name} className={css.recordLines}>
            <TrackLines track={{ ...record, since }} mode={name} />
          </p>
        ),
      )}
    </Section>
  );
}
