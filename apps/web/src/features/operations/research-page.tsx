import type { RaTrade } from '@trickdesk/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDecide } from '../../lib/may-read.ts';
import { useAction } from '../../lib/use-call.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import facts from '../../ui/facts.module.css';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { DecisionForm } from './decision-form.tsx';
import css from './operations.module.css';
import { type DraftValues, draftField, draftOf, draftProblems, NO_DRAFT } from './research-draft.ts';
import { ResearchForm } from './research-form.tsx';

type Shown = Omit<RaTrade, 'researchId' | 'outcome' | 'withdrawn'>;

interface OpsResearchPageProps {
  /** A call as people see it. */
  readonly show: (call: Shown | RaTrade) => ReactNode;
  /** Everything that was published; a row is opened by `call` in the address. */
  readonly list: ReactNode;
  /** The calls that are on screen. */
  readonly calls: readonly RaTrade[];
}

/** Where research is published and withdrawn, and what was published so far. */
export function OpsResearchPage({ show, list, calls }: OpsResearchPageProps) {
  const { t } = useTranslation();
  const { query, show: goTo } = useListState();
  const [edition, setEdition] = useState(0);
  const opened = calls.find(({ researchId }) => String(researchId) === query['call']);
  const close = (): void => goTo({ call: undefined });
  return (
    <div className={layout.stack}>
      <PageHead title={t('operations.research.title')} lead={t('operations.research.lead')} />
      {mayDecide('Research') ? (
        <Publish key={edition} show={show} onDone={() => setEdition((before) => before + 1)} />
      ) : null}
      {list}
      <DetailDrawer
        opened={opened !== undefined}
        onClose={close}
        title={opened ? t(`research.callOf.${opened.side}`, { symbol: opened.symbol }) : ''}
      >
        {opened ? (
          <div className={css.detail}>
            {show(opened)}
            {mayDecide('Research') && !opened.outcome.ended && opened.withdrawn === undefined ? (
              <Withdraw call={opened} onDone={close} />
            ) : null}
          </div>
        ) : null}
      </DetailDrawer>
    </div>
  );
}

interface Previewed {
  readonly values: DraftValues;
  readonly call: Shown;
  readonly key: string;
}

interface PublishProps extends Pick<OpsResearchPageProps, 'show'> {
  readonly onDone: () => void;
}

function Publish({ show, onDone }: PublishProps) {
  const { t } = useTranslation();
  const preview = useAction('opspreviewresearch', { quiet: true });
  const [previewed, setPreviewed] = useState<Previewed>();
  const form = useForm<DraftValues>({
    initial: NO_DRAFT,
    check: (values) => textsOf(draftProblems(values), (problem) => t(`operations.research.problems.${problem}`)),
    fieldOf: draftField,
    submit: async (values) => {
      const { preview: call } = await preview.mutateAsync(draftOf(values));
      setPreviewed({ values, call, key: crypto.randomUUID() });
    },
  });
  // What was changed since is not what they would see.
  const current = previewed?.values === form.values ? previewed : undefined;
  return (
    <div className={layout.columns}>
      <div className={layout.stack}>
        <Section title={t('operations.research.newCall')}>
          <ResearchForm form={form} />
        </Section>
      </div>
      <div className={layout.stack}>
        <Section title={t('operations.research.whatPeopleSee')}>
          {current ? (
            <div className={css.detail}>
              <h3>{t(`research.callOf.${current.call.side}`, { symbol: current.call.symbol })}</h3>
              {show(current.call)}
              <PublishForm previewed={current} onDone={onDone} />
            </div>
          ) : (
            <p className={facts.text}>{t('operations.research.noPreview')}</p>
          )}
        </Section>
      </div>
    </div>
  );
}

function PublishForm({ previewed, onDone }: { readonly previewed: Previewed; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const publish = useAction('opspublishresearch', { quiet: true, refreshes: ['opsresearch', 'getRaTradeList'] });
  return (
    <DecisionForm
      verb={t('operations.research.publish')}
      proofHelp={t('operations.research.proofHelp')}
      decide={async ({ proof }) => {
        await publish.mutateAsync({ ...draftOf(previewed.values), ...proof, idempotencyKey: previewed.key });
        return t('operations.research.done');
      }}
      onDone={onDone}
    >
      <p className={facts.text}>{t('operations.research.willPublish')}</p>
    </DecisionForm>
  );
}

function Withdraw({ call, onDone }: { readonly call: RaTrade; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const withdraw = useAction('opswithdrawresearch', { quiet: true, refreshes: ['opsresearch', 'getRaTradeList'] });
  return (
    <section className={css.decide} aria-label={t('operations.research.withdraw')}>
      <DecisionForm
        verb={t('operations.research.withdraw')}
        proofHelp={t('operations.research.proofHelp')}
        asksReason
        reasonWords={{ help: t('operations.research.reasonHelp'), missing: t('operations.research.reasonMissing') }}
        decide={async ({ reason, proof }) => {
          await withdraw.mutateAsync({ researchId: call.researchId, reason, ...proof });
          return t('operations.research.withdrawn');
        }}
        onDone={onDone}
      >
        <p className={facts.text}>{t('operations.research.willWithdraw')}</p>
      </DecisionForm>
    </section>
  );
}
