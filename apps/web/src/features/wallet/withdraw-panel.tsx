import type { Wallet } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import type { CallFailure } from '../../lib/call-failure.ts';
import { rupees } from '../../lib/format.ts';
import { paiseOf } from '../../lib/paise.ts';
import { useAction } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { AppLink } from '../../ui/app-link.tsx';
import { BankAccount } from '../../ui/bank-account.tsx';
import facts from '../../ui/facts.module.css';
import { failureText } from '../../ui/feedback/failure-text.ts';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { CodeField } from '../../ui/form/code-field.tsx';
import { PasswordField } from '../../ui/form/fields.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { type Form, textsOf, useForm } from '../../ui/form/use-form.ts';
import { Segments } from '../../ui/segments.tsx';
import css from './wallet.module.css';
import { problemsOf, type WithdrawValues } from './withdraw-input.ts';

type Terms = OutputOfCall<'withdrawalterms'>;

interface WithdrawPanelProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly terms: Terms | undefined;
  readonly wallets: readonly Wallet[] | undefined;
  readonly error: CallFailure | null;
}

const NO_VALUES: WithdrawValues = { wallet: '2', amount: undefined, password: '', totp: '' };

/** What is sent where, how much is left and who has to approve it, before anything is held. */
export function WithdrawPanel({ opened, onClose, terms, wallets, error }: WithdrawPanelProps) {
  const { t } = useTranslation();
  const [attempt] = useState(() => createAttempt());
  const withdraw = useAction('withdrawalPayment', {
    quiet: true,
    refreshes: ['mywallet', 'mywallethistory', 'mywallethistoryTransferBank', 'withdrawalterms', 'headerdata'],
  });
  const freeOf = (id: string): number =>
    wallets?.find(({ wallet_id: each }) => String(each) === id)?.withdrawablePaise ?? 0;
  const form = useForm<WithdrawValues>({
    initial: NO_VALUES,
    check: (values) =>
      terms === undefined
        ? {}
        : textsOf(problemsOf(values, terms, freeOf(values.wallet)), (problem) =>
            t(`wallet.problems.${problem}`, {
              ...{ min: rupees(terms.minPaise), left: rupees(terms.dayLeftPaise) },
              free: rupees(freeOf(values.wallet)),
            }),
          ),
    fieldOf: (path) => (path === 'amountPaise' ? 'amount' : path),
    submit: async ({ wallet, amount, password, totp }) => {
      const amountPaise = paiseOf(amount) ?? 0;
      const proof = terms?.proof === 'totp' ? { totp: totp.trim() } : { password };
      await attempt((idempotencyKey) =>
        withdraw.mutateAsync({ wallet_id: wallet === '1' ? 1 : 2, amountPaise, ...proof, idempotencyKey }),
      );
      showToast({ tone: 'done', text: t('wallet.asked', { amount: rupees(amountPaise) }) });
      form.reset();
      onClose();
    },
  });
  const isLoading = terms === undefined || wallets === undefined;
  const isBlocked = isLoading || terms.obstacles.length > 0;
  const paise = paiseOf(form.values.amount);
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('wallet.withdraw')}
      verb={paise === undefined ? t('wallet.withdraw') : t('wallet.withdrawSum', { amount: rupees(paise) })}
      blocked={isBlocked}
      form={form}
    >
      {error ? <p role="alert">{failureText(error, t)}</p> : null}
      {!error && isLoading ? <SkeletonLines label={t('wallet.loadingTerms')} lines={5} /> : null}
      {terms && wallets && !isBlocked ? <Fields form={form} terms={terms} freeOf={freeOf} paise={paise} /> : null}
      {terms && terms.obstacles.length > 0 ? <Obstacles terms={terms} /> : null}
    </ActionPanel>
  );
}

interface FieldsProps {
  readonly form: Form<WithdrawValues>;
  readonly terms: Terms;
  readonly freeOf: (id: string) => number;
  readonly paise: number | undefined;
}

function Fields({ form, terms, freeOf, paise }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={css.detail}>
      <p className={facts.text}>{t('wallet.withdrawText')}</p>
      <Segments
        label={t('wallet.wallet')}
        value={form.values.wallet}
        options={(['2', '1'] as const).map((value) => ({
          value,
          label: t('wallet.walletWith', { name: t(`wallet.names.${value}`), free: rupees(freeOf(value)) }),
        }))}
        onChange={(wallet) => form.set({ wallet })}
      />
      <NumberField
        {...form.field('amount')}
        label={t('wallet.amount')}
        help={t('wallet.amountHelp', { min: rupees(terms.minPaise), left: rupees(terms.dayLeftPaise) })}
        rupee
      />
      <TermFacts terms={terms} paise={paise} />
      {terms.proof === 'totp' ? (
        <CodeField {...form.field('totp')} />
      ) : (
        <PasswordField
          {...form.field('password')}
          label={t('wallet.password')}
          help={t('wallet.passwordHelp')}
          autoComplete="current-password"
        />
      )}
      {terms.sandbox ? <p className={facts.text}>{t('wallet.sandbox')}</p> : null}
    </div>
  );
}

function TermFacts({ terms, paise = 0 }: { readonly terms: Terms; readonly paise: number | undefined }) {
  const { t } = useTranslation();
  const { bank, notBefore, secondPersonFromPaise } = terms;
  return (
    <dl className={facts.facts}>
      {bank ? (
        <div>
          <dt>{t('wallet.to')}</dt>
          <dd>
            <BankAccount masked={bank.accountMasked} ifsc={bank.ifsc} />
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{t('wallet.heldAtOnce')}</dt>
        <dd>
          <Money paise={paise} />
        </dd>
      </div>
      <div>
        <dt>{t('wallet.approvedBy')}</dt>
        <dd>{t(paise >= secondPersonFromPaise ? 'wallet.twoPeople' : 'wallet.onePerson')}</dd>
      </div>
      {notBefore === undefined ? null : (
        <div>
          <dt>{t('wallet.notBefore')}</dt>
          <dd>
            <Moment at={notBefore} wall />
          </dd>
        </div>
      )}
    </dl>
  );
}

const MENDED_AT = { kyc: '/profile/kyc', bank_missing: '/profile/bank', bank_pending: '/profile/bank' } as const;

/** What stands against it, each with the way to mend it where there is one. */
function Obstacles({ terms: { obstacles, minPaise, dayLimitPaise } }: { readonly terms: Terms }) {
  const { t } = useTranslation();
  return (
    <div className={css.detail}>
      <p>{t('wallet.notNow')}</p>
      <ul className={css.obstacles}>
        {obstacles.map((obstacle) => (
          <li key={obstacle}>
            {t(`wallet.obstacles.${obstacle}`, { min: rupees(minPaise), limit: rupees(dayLimitPaise) })}{' '}
            {obstacle in MENDED_AT ? (
              <AppLink to={MENDED_AT[obstacle as keyof typeof MENDED_AT]}>
                {t(`wallet.mend.${obstacle as keyof typeof MENDED_AT}`)}
              </AppLink>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
