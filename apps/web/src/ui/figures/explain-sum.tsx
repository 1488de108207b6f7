import type { FigureName } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Button } from '../button.tsx';
import css from './explain.module.css';
import { isRate, isResult, movedBy } from './explain-view.ts';
import { Gain, Money, Percent, Signed } from './figures.tsx';
import { Moment } from './moment.tsx';

interface ExplainSumProps {
  readonly figure: FigureName;
  readonly explanation: OutputOfCall<'explainfigure'>;
  /** As it stands on the page now. */
  readonly value: number;
  readonly onRead: () => void;
}

/** What the parts come to beside what the page shows, of which moment, and by how much prices have moved it since. */
export function ExplainSum({ figure, explanation, value, onRead }: ExplainSumProps) {
  const { t } = useTranslation();
  const moved = movedBy(figure, value, explanation);
  return (
    <>
      <dl className={css.sums}>
        {isRate(figure) ? (
          <div>
            <dt>{t('figures.explain.rate')}</dt>
            <dd>
              <Percent value={explanation.ratePercent} change />
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{t('figures.explain.onPage')}</dt>
          <dd data-on-page>
            <Shown figure={figure} value={value} />
          </dd>
        </div>
        <div>
          <dt>{t('figures.explain.asOf')}</dt>
          <dd>
            <Moment at={explanation.asOf} wall={explanation.badge === undefined} />
          </dd>
        </div>
      </dl>
      {moved === 0 ? null : (
        <div className={css.moved} role="status">
          <p>
            {t('figures.explain.moved')} {isRate(figure) ? null : <Signed paise={moved} />}
          </p>
          <Button small look="quiet" onClick={onRead}>
            {t('figures.explain.readAgain')}
          </Button>
        </div>
      )}
    </>
  );
}

function Shown({ figure, value }: Pick<ExplainSumProps, 'figure' | 'value'>) {
  if (isRate(figure)) return <Percent value={value} change />;
  return isResult(figure) ? <Gain paise={value} /> : <Money paise={value} />;
}
