import type { BrokerDetails } from '@trickdesk/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import css from './broker.module.css';
import { shownForm, type Wanted } from './form-view.ts';
import { LinkForm } from './link-form.tsx';
import { LinkedAccount } from './linked-account.tsx';
import { Stored } from './stored.tsx';

interface AccountsProps {
  readonly accounts: readonly BrokerDetails[];
  readonly simulated: boolean;
  readonly mayStore: boolean;
}

/** Every linked account, the form that is asked for or needed, and what is kept. */
export function Accounts({ accounts, simulated, mayStore }: AccountsProps) {
  const { wanted, open, close, ref } = useWanted();
  const form = shownForm(accounts, wanted);
  return (
    <div className={css.stack} ref={ref}>
      {accounts.map((account) => (
        <LinkedAccount
          key={account.brokerId}
          account={account}
          others={accounts.length - 1}
          signingIn={form?.account?.brokerId === account.brokerId}
          onSignIn={() => open({ signInTo: account.brokerId })}
        />
      ))}
      {form === undefined || form.kind === 'again' ? <Another onOpen={() => open('another')} /> : null}
      {form === undefined ? (
        <Stored />
      ) : (
        <div className={css.columns}>
          <LinkForm
            key={form.account?.brokerId ?? form.kind}
            kind={form.kind}
            again={form.account}
            linkedCodes={accounts.map(({ clientCode }) => clientCode)}
            simulated={simulated}
            mayStore={mayStore}
            onDone={close}
            onLeave={form.leaves ? close : undefined}
          />
          <Stored />
        </div>
      )}
    </div>
  );
}

function Another({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <div data-opens="another">
      <Button look="quiet" onClick={onOpen}>
        {t('brokerLinks.another')}
      </Button>
    </div>
  );
}

/** What was asked for, and the way back of the focus: to the button that asked, which is a new one by then. */
function useWanted() {
  const [wanted, setWanted] = useState<Wanted>();
  const ref = useRef<HTMLDivElement>(null);
  const opener = useRef<string>(undefined);
  useEffect(() => {
    if (wanted !== undefined || opener.current === undefined) return;
    ref.current?.querySelector<HTMLElement>(`[data-opens="${opener.current}"] button`)?.focus();
    opener.current = undefined;
  }, [wanted]);
  return {
    wanted,
    ref,
    open: (next: Exclude<Wanted, undefined>) => {
      opener.current = next === 'another' ? next : `account-${next.signInTo}`;
      setWanted(next);
    },
    close: () => setWanted(undefined),
  };
}
