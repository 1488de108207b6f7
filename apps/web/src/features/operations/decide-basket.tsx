import type { OpsBasketDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import facts from '../../ui/facts.module.css';
import { DecisionForm } from './decision-form.tsx';

const REFRESHED = [
  'opsbaskets',
  'opsbasket',
  'listBasket',
  'detailsBasket',
  'getMyBaskets',
  'mybasketdetails',
] as const;
const nothing = (): void => undefined;

/** Holds the basket back, or offers it again, with what either does. */
export function DecideBasket({ basket }: { readonly basket: OpsBasketDetails }) {
  const { t } = useTranslation();
  const hold = useAction('opsholdbasket', { quiet: true, refreshes: REFRESHED });
  const offer = useAction('opsofferbasket', { quiet: true, refreshes: REFRESHED });
  const { basketId, name, heldBack, holders, sips } = basket;
  const deed = heldBack ? ('offer' as const) : ('hold' as const);
  return (
    <DecisionForm
      key={deed}
      verb={t(`operations.baskets.verbs.${deed}`)}
      asksReason
      reasonWords={{
        help: t(`operations.baskets.reasonHelp.${deed}`),
        missing: t('operations.baskets.reasonMissing'),
      }}
      proofHelp={t('operations.tricks.proofHelp')}
      decide={async ({ reason, proof }) => {
        await (deed === 'hold' ? hold : offer).mutateAsync({ basketId, reason, ...proof });
        return t(`operations.baskets.done.${deed}`, { name });
      }}
      onDone={nothing}
    >
      <p className={facts.text}>
        {t(`operations.baskets.willDo.${deed}`, { holders: count(holders), sips: count(sips) })}
      </p>
    </DecisionForm>
  );
}
