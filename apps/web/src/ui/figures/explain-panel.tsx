import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { DetailDrawer } from '../detail-drawer.tsx';
import { Loaded } from '../feedback/loaded.tsx';
import { SkeletonLines } from '../feedback/skeleton.tsx';
import css from './explain.module.css';
import { ExplainParts } from './explain-parts.tsx';
import { ExplainSum } from './explain-sum.tsx';
import type { FigureAsk } from './explained.tsx';
import { ModeBand } from './mode.tsx';

interface ExplainPanelProps {
  readonly ask: FigureAsk;
  /** As it stands on the page now. */
  readonly value: number;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** What a figure comes from, part by part, and their sum beside the figure. */
export function ExplainPanel({ ask, value, opened, onClose }: ExplainPanelProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const state = useCall('explainfigure', { ...ask, pageNumber: page }, { enabled: opened, keepPrevious: true });
  return (
    <DetailDrawer opened={opened} onClose={onClose} title={t(`figures.explain.titles.${ask.figure}`)}>
      <div className={css.box} data-explains={ask.figure}>
        {state.data?.badge ? <ModeBand badge={state.data.badge} /> : null}
        <p className={css.quiet}>{t(`figures.explain.about.${ask.figure}`)}</p>
        <Loaded
          state={state}
          failed={t('figures.explain.failed')}
          skeleton={<SkeletonLines label={t('figures.explain.loading')} lines={6} />}
        >
          {(explanation: OutputOfCall<'explainfigure'>) => (
            <>
              <ExplainParts figure={ask.figure} explanation={explanation} onPage={setPage} />
              <ExplainSum
                figure={ask.figure}
                explanation={explanation}
                value={value}
                onRead={() => void state.refetch()}
              />
            </>
          )}
        </Loaded>
      </div>
    </DetailDrawer>
  );
}
