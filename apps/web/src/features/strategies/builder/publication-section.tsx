import type { Publication, PublicationState } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction, useCall } from '../../../lib/use-call.ts';
import type { OutputOfCall } from '../../../lib/wire.ts';
import { ActionPanel } from '../../../ui/action-panel.tsx';
import { AppLink } from '../../../ui/app-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Skeleton, SkeletonBar } from '../../../ui/feedback/skeleton.tsx';
import { Moment } from '../../../ui/figures/moment.tsx';
import { Section } from '../../../ui/section.tsx';
import { StateDot, type StateTone } from '../../../ui/state-dot.tsx';
import texts from '../../../ui/texts.module.css';
import css from './builder.module.css';
import type { OwnTrick } from './own-trick.ts';
import { REFRESHED, SubmitPanel } from './submit-panel.tsx';

const TONES: Readonly<Record<PublicationState, StateTone>> = {
  waiting: 'busy',
  published: 'good',
  refused: 'bad',
  withdrawn: 'quiet',
};
const LISTED = 3;

type Publications = OutputOfCall<'trickpublications'>;

/** What became of the versions that were submitted for the catalogue, and the way to submit one. */
export function PublicationSection({ trick }: { readonly trick: OwnTrick }) {
  const { t } = useTranslation();
  const state = useCall('trickpublications', { TricksId: trick.TricksId });
  return (
    <Section title={t('builder.publication.title')} note={t('builder.publication.note')}>
      <Loaded
        state={state}
        failed={t('builder.publication.failed')}
        skeleton={
          <Skeleton label={t('builder.loading')}>
            <SkeletonBar height="64px" />
          </Skeleton>
        }
      >
        {(found) => <Publications trick={trick} found={found} />}
      </Loaded>
    </Section>
  );
}

function Publications({ trick, found }: { readonly trick: OwnTrick; readonly found: Publications }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'submit' | 'withdraw'>();
  const close = () => setAsked(undefined);
  const { publication_list: list, backtest_list: fitting } = found;
  const waiting = list.find(({ state }) => state === 'waiting');
  return (
    <>
      {list.length === 0 ? <p className={css.quiet}>{t('builder.publication.none')}</p> : null}
      <ol className={css.versions}>
        {list.slice(0, LISTED).map((publication) => (
          <Line key={publication.publicationId} publication={publication} />
        ))}
      </ol>
      {waiting || trick.retired ? null : <Missing trick={trick} isFit={fitting.length > 0} />}
      <div className={css.buttons}>
        {waiting ? (
          <Button small look="quiet" onClick={() => setAsked('withdraw')}>
            {t('builder.publication.withdraw')}
          </Button>
        ) : (
          <Button
            small
            look="quiet"
            disabled={trick.retired || fitting.length === 0}
            onClick={() => setAsked('submit')}
          >
            {t('builder.publication.submit')}
          </Button>
        )}
      </div>
      <SubmitPanel trick={trick} found={found} opened={asked === 'submit'} onClose={close} />
      {waiting ? <WithdrawPanel publication={waiting} opened={asked === 'withdraw'} onClose={close} /> : null}
    </>
  );
}

/** What is needed before a version can be submitted. */
function Missing({ trick, isFit }: { readonly trick: OwnTrick; readonly isFit: boolean }) {
  const { t } = useTranslation();
  if (isFit) return null;
  return (
    <>
      <p className={css.quiet}>{t('builder.publication.noBacktest')}</p>
      <div className={css.buttons}>
        <ButtonLink to={`/backtests/new?trick=${trick.TricksId}`} look="quiet" small>
          {t('builder.backtest', { version: trick.version })}
        </ButtonLink>
      </div>
    </>
  );
}

function Line({ publication }: { readonly publication: Publication }) {
  const { t } = useTranslation();
  const { version, state, submittedAt, decidedAt, reason, publishedTricksId, offered } = publication;
  const isPast = state === 'published' && !offered;
  return (
    <li>
      <div className={css.version}>
        <strong>{t('strategies.version', { version })}</strong> <Moment at={decidedAt ?? submittedAt} wall />
        <StateDot tone={isPast ? 'quiet' : TONES[state]}>
          {t(isPast ? 'builder.publication.past' : `builder.publication.states.${state}`)}
        </StateDot>
      </div>
      {reason === undefined ? null : <p className={css.noted}>{t('builder.publication.because', { reason })}</p>}
      {offered && publishedTricksId !== undefined ? (
        <AppLink to={`/tricks/${publishedTricksId}`}>{t('builder.publication.look')}</AppLink>
      ) : null}
    </li>
  );
}

interface WithdrawPanelProps {
  readonly publication: Publication;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function WithdrawPanel({ publication: { TricksId, version }, opened, onClose }: WithdrawPanelProps) {
  const { t } = useTranslation();
  const withdraw = useAction('withdrawtrick', { refreshes: REFRESHED });
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('builder.publication.withdrawTitle', { version })}
      verb={t('builder.publication.withdraw')}
      onConfirm={() => withdraw.mutateAsync({ TricksId })}
    >
      <ul className={texts.points}>
        <li>{t('builder.publication.withdrawMeans')}</li>
      </ul>
    </ActionPanel>
  );
}
