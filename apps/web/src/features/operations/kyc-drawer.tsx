import type { KycCase } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count, dayInFull } from '../../lib/format.ts';
import { mayDecide } from '../../lib/may-read.ts';
import { BankAccount } from '../../ui/bank-account.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import facts from '../../ui/facts.module.css';
import { Moment } from '../../ui/figures/moment.tsx';
import { DecideKyc } from './decide-kyc.tsx';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';
import { PersonLink } from './person-lines.tsx';

interface KycDrawerProps {
  /** Absent: nothing is open. */
  readonly found: KycCase | undefined;
  readonly onClose: () => void;
}

/** One case: what each source says, side by side, and the decision. */
export function KycDrawer({ found, onClose }: KycDrawerProps) {
  const { t } = useTranslation();
  const title = found ? t(`operations.kycCases.kinds.${found.caseKind}`) : '';
  return (
    <DetailDrawer opened={found !== undefined} onClose={onClose} title={title}>
      {found ? <Case found={found} onClose={onClose} /> : null}
    </DetailDrawer>
  );
}

function Case({ found, onClose }: { readonly found: KycCase; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { names, scores, birthdays, documents, status, reason, mayDecide: isOthers } = found;
  return (
    <div className={css.detail}>
      <CaseFacts found={found} />
      <Facts title={t('operations.kycCases.names')}>
        <FactRows rows={names.map(({ source, name }) => [t(`operations.kycCases.sources.${source}`), name])} />
        <ul className={css.notes}>
          {scores.map(({ one, other, score }) => (
            <li key={`${one} ${other}`} className={score < SAME_FROM ? css.differs : undefined}>
              {t('operations.kycCases.score', {
                ...{ one: t(`operations.kycCases.sources.${one}`), other: t(`operations.kycCases.sources.${other}`) },
                score: count(score),
              })}
            </li>
          ))}
        </ul>
      </Facts>
      {birthdays.length === 0 ? null : (
        <Facts title={t('operations.kycCases.birthdays')}>
          <FactRows
            rows={birthdays.map(({ source, date }) => [t(`operations.kycCases.sources.${source}`), dayInFull(date)])}
          />
        </Facts>
      )}
      {documents.length === 0 ? null : (
        <Facts title={t('operations.kycCases.documents')}>
          <FactRows
            rows={documents.map(({ kind, reference }) => [t(`operations.kycCases.papers.${kind}`), reference])}
          />
        </Facts>
      )}
      {reason === undefined ? null : <p className={facts.text}>{reason}</p>}
      {status === 'pending' && mayDecide('Kyc') && isOthers ? (
        <DecideKyc key={found.facts} found={found} onDone={onClose} />
      ) : null}
      {status === 'pending' && !isOthers ? <p className={facts.text}>{t('operations.ownCase')}</p> : null}
    </div>
  );
}

/** From here on two names are taken for the same person's. */
const SAME_FROM = 85;

function Facts({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={css.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function CaseFacts({ found }: { readonly found: KycCase }) {
  const { t } = useTranslation();
  const { person, panMasked, aadhaarMasked, accountMasked, ifsc, bankName, decidedAt } = found;
  return (
    <FactRows
      rows={[
        [t('operations.person'), <PersonLink key="person" person={person} />],
        [t('operations.email'), person.email],
        ...(panMasked === undefined ? [] : [[t('operations.pan'), <bdi key="pan">{panMasked}</bdi>] as const]),
        ...(aadhaarMasked === undefined
          ? []
          : [[t('operations.aadhaar'), <bdi key="a">{aadhaarMasked}</bdi>] as const]),
        ...(bankName === undefined ? [] : [[t('operations.bank'), bankName] as const]),
        ...(accountMasked === undefined || ifsc === undefined
          ? []
          : [[t('operations.to'), <BankAccount key="to" masked={accountMasked} ifsc={ifsc} />] as const]),
        [t('operations.kycCases.since'), <Moment key="since" at={found.since} wall />],
        ...(decidedAt === undefined
          ? []
          : [[t('operations.kycCases.decidedAt'), <Moment key="at" at={decidedAt} wall />] as const]),
      ]}
    />
  );
}
