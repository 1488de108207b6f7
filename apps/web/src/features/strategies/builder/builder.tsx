import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../../../ui/back-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import layout from '../../../ui/layout.module.css';
import { PageHead } from '../../../ui/page-head.tsx';
import { ClonePanel } from '../clone-panel.tsx';
import { BasicsSection } from './basics-section.tsx';
import css from './builder.module.css';
import type { CheckRequest } from './check.worker.ts';
import { ConditionSection } from './condition-section.tsx';
import { capitalPaiseOf, type Draft, definitionOf, draftOf, twiceNamed } from './draft.ts';
import { EndSection } from './end-panels.tsx';
import { withError } from './field-errors.ts';
import type { OwnTrick } from './own-trick.ts';
import { OwnTricks } from './own-tricks.tsx';
import { ParametersSection } from './parameters-section.tsx';
import { placeName } from './place-name.ts';
import { PreviewSection } from './preview-section.tsx';
import { PublicationSection } from './publication-section.tsx';
import { RiskSection } from './risk-section.tsx';
import { type Saved, SavePanel } from './save-panel.tsx';
import { TestDraftButton } from './test-draft-button.tsx';
import { type Checker, useChecker } from './use-checker.ts';
import { type DraftState, type TakenRules, useDraft } from './use-draft.ts';
import { VersionsSection } from './versions-section.tsx';
import { WordsSection } from './words-section.tsx';

const NO_ERRORS: never[] = [];
/** As the call refuses them: a name, and at least a rupee. */
const FEWEST_RUPEES = 1;

interface BuilderProps {
  /** Absent for a trick that was never saved. */
  readonly trick: OwnTrick | undefined;
  /** What a new trick begins with, instead of nothing. */
  readonly taken?: TakenRules;
}

/** The trick builder: fields and conditions, what they mean in words and on a chart, and the versions that were saved. */
export function Builder({ trick, taken }: BuilderProps) {
  const state = useDraft(trick, taken);
  const { draft, set, revision } = state;
  const request = useMemo(
    (): CheckRequest => ({
      definition: definitionOf(draft),
      conditions: draft.conditions,
      capitalPaise: Math.max(FEWEST_RUPEES * 100, capitalPaiseOf(draft) || 0),
    }),
    [draft],
  );
  const checker = useWholeChecker(draft, request);
  const errors = checker.checked?.errors ?? NO_ERRORS;
  const parts = { draft, errors, set };
  return (
    <div className={layout.stack}>
      <Head trick={trick} state={state} checker={checker} />
      <Notices trick={trick} state={state} />
      {trick ? null : <OwnTricks />}
      <div className={layout.columns}>
        <div className={layout.stack}>
          <BasicsSection key={revision} {...parts} />
        </div>
        <div className={layout.stack}>
          <WordsSection checker={checker} />
        </div>
      </div>
      <ConditionSection
        draft={draft}
        checker={checker}
        onChange={(side, text) => set({ conditions: { ...draft.conditions, [side]: text } })}
      />
      <PreviewSection draft={draft} checker={checker} />
      <div className={layout.columns}>
        <div className={layout.stack}>
          <RiskSection key={revision} {...parts} />
          <ParametersSection key={`parameters ${revision}`} {...parts} onRemoved={state.renew} />
        </div>
        <div className={layout.stack}>
          {trick ? (
            <>
              <VersionsSection
                trick={trick}
                onTake={(definition) => state.replace(draftOf(definition, { ...namesOf(draft) }))}
              />
              <PublicationSection trick={trick} />
              <EndSection trick={trick} onDeleted={state.forget} />
            </>
          ) : null}
        </div>
      </div>
    </div>
  );
}

/** The engine's word on the draft, and what it cannot see in the definition that is made of it. */
function useWholeChecker(draft: Draft, request: CheckRequest): Checker {
  const { t } = useTranslation();
  const engine = useChecker(request);
  const { checked } = engine;
  const twice = twiceNamed(draft);
  const whole = useMemo(() => {
    const message = t('builder.parameterTwice', { name: twice });
    return checked && withError(checked, twice === undefined ? undefined : { path: `parameters.${twice}`, message });
  }, [checked, twice, t]);
  return { ...engine, checked: whole };
}

const namesOf = (draft: Draft) => ({
  name: draft.name,
  summary: draft.summary,
  minCapitalPaise: capitalPaiseOf(draft),
});

interface HeadProps extends BuilderProps {
  readonly state: DraftState;
  readonly checker: Checker;
}

function Head({ trick, state, checker }: HeadProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'save' | 'deploy'>();
  const close = () => setAsked(undefined);

  function saved({ TricksId, version }: Saved): void {
    state.wasSaved(version);
    if (!trick) void navigate({ to: '/builder/$TricksId', params: { TricksId: String(TricksId) } });
  }

  const base = trick && { TricksId: trick.TricksId, version: state.version, copies: trick.copies };
  return (
    <>
      <PageHead
        title={trick ? trick.name : t('builder.newTitle')}
        lead={t('builder.lead')}
        crumb={trick ? <BackLink to="/builder">{t('builder.title')}</BackLink> : null}
        beside={trick?.retired ? <span className={css.tag}>{t('builder.retired')}</span> : null}
        actions={
          <>
            {state.changed || !trick ? <TestDraftButton draft={state.draft} checker={checker} /> : null}
            {trick && !trick.retired ? (
              <>
                {state.changed ? null : (
                  <ButtonLink to={`/backtests/new?trick=${trick.TricksId}`} look="quiet">
                    {t('builder.backtest', { version: trick.version })}
                  </ButtonLink>
                )}
                <Button look="quiet" onClick={() => setAsked('deploy')}>
                  {t('builder.deploy', { version: trick.version })}
                </Button>
              </>
            ) : null}
            <Button onClick={() => setAsked('save')} disabled={trick !== undefined && !state.changed}>
              {trick ? t('builder.saveVersion') : t('builder.saveNew')}
            </Button>
          </>
        }
      />
      <SavePanel
        draft={state.draft}
        base={base}
        inTheWay={inTheWayOf(state.draft, checker, t)}
        opened={asked === 'save'}
        onClose={close}
        onSaved={saved}
      />
      {trick ? (
        <ClonePanel trick={{ ...trick, cloned: trick.copies > 0 }} opened={asked === 'deploy'} onClose={close} />
      ) : null}
    </>
  );
}

/** What the call would refuse, in words. */
function inTheWayOf(draft: Draft, { checked, behind, failed }: Checker, t: TFunction): string[] {
  return [
    ...(draft.name.trim() === '' ? [t('builder.save.noName')] : []),
    ...((draft.capital ?? 0) >= FEWEST_RUPEES ? [] : [t('builder.save.noCapital')]),
    ...(failed ? [t('builder.stopped')] : !checked || behind ? [t('builder.reading')] : []),
    ...(checked?.errors ?? []).map(({ path, message }) => {
      const name = placeName(path, t);
      return name === '' ? message : `${t('builder.place', { name })} ${message}`;
    }),
  ];
}

/** What a person must know of the draft before they type on. */
function Notices({ trick, state }: BuilderProps & { readonly state: DraftState }) {
  const { t } = useTranslation();
  const isBehind = trick !== undefined && trick.version > state.version;
  if (!state.changed && !isBehind && !state.canBringBack) return null;
  return (
    <div className={css.notice} role="status">
      <p>
        {isBehind ? `${t('builder.notice.behind', { version: trick.version })} ` : ''}
        {state.changed ? `${t(state.found ? 'builder.notice.found' : 'builder.notice.kept')} ` : ''}
        {state.canBringBack ? t('builder.notice.replaced') : ''}
      </p>
      <div className={css.buttons}>
        {isBehind && state.changed ? (
          <Button small look="quiet" onClick={state.moveUp}>
            {t('builder.notice.moveUp', { version: trick.version })}
          </Button>
        ) : null}
        {state.canBringBack ? (
          <Button small look="quiet" onClick={state.bringBack}>
            {t('builder.notice.bringBack')}
          </Button>
        ) : null}
        {state.changed || isBehind ? (
          <Button small look="quiet" onClick={state.discard}>
            {isBehind ? t('builder.notice.load', { version: trick.version }) : t('builder.notice.discard')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
