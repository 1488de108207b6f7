import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useAction, useCall } from '../../lib/use-call.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { DecisionForm } from './decision-form.tsx';
import { DESK_CALLS } from './desk-view.ts';
import css from './operations.module.css';

/** The switch on everybody: what setting or lifting it will do, in figures of now. */
export function ProductSwitch({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  // The figures of the page may be of another moment.
  const state = useCall('opsdesk', {});
  const act = useAction('opsproductswitch', { quiet: true, refreshes: DESK_CALLS });
  return (
    <Loaded state={state} failed={t('desk.failed')} skeleton={<SkeletonLines label={t('desk.loading')} lines={5} />}>
      {({ desk: { productSwitch, resting, tricks } }) => {
        const on = productSwitch === undefined;
        const figures = {
          ...{ entries: count(resting.entries), byHand: count(resting.byHand), accounts: count(resting.accounts) },
          tricks: count(tricks.live),
        };
        const points = on
          ? (['refused', 'tricks', 'takenBack', 'byHand', 'exits', 'testGoesOn'] as const)
          : (['again', 'notBack'] as const);
        return (
          <DecisionForm
            verb={t(on ? 'desk.product.stop' : 'desk.product.lift')}
            asksReason
            reasonWords={{
              help: t(on ? 'desk.product.reasonHelp' : 'desk.product.liftReasonHelp'),
              missing: t('desk.reasonMissing'),
            }}
            decide={async ({ reason, proof }) => {
              const done = await act.mutateAsync({ on, reason, ...proof });
              const counts = { count: done.withdrawn, formatted: count(done.withdrawn) };
              return on ? t('desk.product.stopped', counts) : t('desk.product.lifted');
            }}
            onDone={onDone}
          >
            <ul className={css.points}>
              {points.map((point) => (
                <li key={point}>{t(`desk.product.will.${point}`, figures)}</li>
              ))}
            </ul>
          </DecisionForm>
        );
      }}
    </Loaded>
  );
}
