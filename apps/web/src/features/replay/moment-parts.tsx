import type { ReplayDay, ReplayDeed, ReplayFrame } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { moment, operandText } from '../../lib/format.ts';
import facts from '../../ui/facts.module.css';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import texts from '../../ui/texts.module.css';
import css from './replay.module.css';

interface FrameProps {
  readonly replay: ReplayDay;
  readonly frame: ReplayFrame;
}

/** Each rule with what it said of the bar. */
export function Thought({ replay, frame, time }: FrameProps & { readonly time: string }) {
  const { t } = useTranslation();
  return (
    <Section title={t('replay.thought')} note={t('replay.thoughtNote', { time })}>
      <ul className={css.rules}>
        {replay.rules.map(({ rule, text }, i) => (
          <li key={rule}>
            <div className={css.rule}>
              <b>{t(`replay.rules.${rule}`)}</b>
              <Said holds={frame.holds[i] ?? null} />
            </div>
            <code className={texts.code}>{text}</code>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Said({ holds }: { readonly holds: boolean | null }) {
  const { t } = useTranslation();
  if (holds === null) return <StateDot tone="busy">{t('replay.holds.position')}</StateDot>;
  return <StateDot tone={holds ? 'good' : 'quiet'}>{t(holds ? 'replay.holds.yes' : 'replay.holds.no')}</StateDot>;
}

/** The values that the rules read. */
export function Saw({ replay, frame }: FrameProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('replay.saw')}>
      {replay.operands.length === 0 ? (
        <p className={facts.text}>{t('replay.noValues')}</p>
      ) : (
        <dl className={facts.facts}>
          {replay.operands.map((text, i) => (
            <div key={text}>
              <dt>
                <code className={css.operand}>{text}</code>
              </dt>
              <dd>
                <Value value={frame.values[i] ?? null} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

function Value({ value }: { readonly value: number | null }) {
  const { t } = useTranslation();
  if (value === null) return <span className={css.unknown}>{t('replay.notKnown')}</span>;
  return <bdi>{operandText(value)}</bdi>;
}

interface DidProps extends Pick<FrameProps, 'frame'> {
  readonly decisions: readonly ReplayDeed[];
  readonly time: string;
}

/** The decisions so far, refusals too; one of an earlier day with its day. */
export function Did({ decisions, frame, time }: DidProps) {
  const { t, i18n } = useTranslation();
  const closedAt = Date.parse(frame.closedAt);
  return (
    <Section title={t('replay.did')} note={t('replay.didNote', { time })} flush>
      {decisions.length === 0 ? (
        <p className={css.nothing}>{t('replay.nothingYet')}</p>
      ) : (
        <ol className={css.deeds}>
          {decisions.map((decision) => (
            <li key={`${decision.at} ${decision.sentence}`} data-action={decision.action}>
              <time dateTime={decision.at}>{moment(Date.parse(decision.at), closedAt, i18n.language)}</time>
              <span>{decision.sentence}</span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
