import type { Withdrawal } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { BankAccount } from '../../ui/bank-account.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import facts from '../../ui/facts.module.css';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import css from './wallet.module.css';
import { toneOfState, WithdrawalState } from './withdrawal-state.tsx';

interface TransferDrawerProps {
  /** Absent: nothing is open. */
  readonly withdrawal: Withdrawal | undefined;
  readonly onClose: () => void;
}

/** One withdrawal: where it goes, how far it is, and what comes next. */
export function TransferDrawer({ withdrawal, onClose }: TransferDrawerProps) {
  const { t } = useTranslation();
  return (
    <DetailDrawer opened={withdrawal !== undefined} onClose={onClose} title={t('wallet.withdrawal')}>
      {withdrawal ? <Transfer withdrawal={withdrawal} /> : null}
    </DetailDrawer>
  );
}

function Transfer({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { t } = useTranslation();
  const { state, amountPaise, wallet_id: id, accountMasked, ifsc, bankReference, notBefore, states } = withdrawal;
  return (
    <div className={css.detail}>
      <div className={facts.buttons}>
        <strong className={css.sum}>
          <Money paise={amountPaise} />
        </strong>
        <WithdrawalState state={state} />
      </div>
      <p className={facts.text}>{t(`wallet.stateTexts.${state}`)}</p>
      <dl className={facts.facts}>
        <div>
          <dt>{t('wallet.wallet')}</dt>
          <dd>{t(`wallet.names.${id}`)}</dd>
        </div>
        <div>
          <dt>{t('wallet.to')}</dt>
          <dd>
            <BankAccount masked={accountMasked} ifsc={ifsc} />
          </dd>
        </div>
        {notBefore === undefined ? null : (
          <div>
            <dt>{t('wallet.notBefore')}</dt>
            <dd>
              <Moment at={notBefore} wall />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('wallet.bankReference')}</dt>
          <dd>{bankReference ?? t('common.none')}</dd>
        </div>
      </dl>
      <Timeline
        wall
        label={t('wallet.steps')}
        steps={states.map((step) => ({
          ...{ label: t(`wallet.states.${step.state}`), at: step.at, note: step.note, tone: toneOfState(step.state) },
        }))}
      />
    </div>
  );
}
