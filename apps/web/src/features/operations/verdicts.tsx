import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../ui/segments.tsx';
import css from './operations.module.css';

interface VerdictsProps<Verdict extends string> {
  /** The first is chosen at the start. */
  readonly verdicts: readonly [Verdict, ...Verdict[]];
  readonly say: (verdict: Verdict) => string;
  /** The form of one verdict. */
  readonly children: (verdict: Verdict) => ReactNode;
}

/** A yes or a no. Each has a form of its own, so that nothing typed for the one is sent with the other. */
export function Verdicts<Verdict extends string>({ verdicts, say, children }: VerdictsProps<Verdict>) {
  const { t } = useTranslation();
  const [verdict, setVerdict] = useState<Verdict>(verdicts[0]);
  return (
    <div className={css.decide}>
      <Segments
        label={t('operations.decide')}
        value={verdict}
        options={verdicts.map((value) => ({ value, label: say(value) }))}
        onChange={setVerdict}
      />
      <Fragment key={verdict}>{children(verdict)}</Fragment>
    </div>
  );
}
