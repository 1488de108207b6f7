import type { AuditChain } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { mayDecide } from '../../lib/may-read.ts';
import { useAction, useCall } from '../../lib/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';

/** Whether the record is as it was written. */
export function ChainSection() {
  const { t } = useTranslation();
  const state = useCall('opschain', {});
  const verify = useAction('opsverifychain', { refreshes: ['opschain', 'opsacts'] });
  return (
    <Section
      title={t('operations.chain.title')}
      aside={
        mayDecide('Audit') ? (
          <Button look="quiet" busy={verify.isPending} onClick={() => verify.mutate({})}>
            {t('operations.chain.verify')}
          </Button>
        ) : null
      }
    >
      <Loaded
        state={state}
        failed={t('operations.chain.failed')}
        skeleton={<SkeletonLines label={t('operations.chain.loading')} lines={3} />}
      >
        {({ chain }) => <Chain chain={chain} />}
      </Loaded>
    </Section>
  );
}

function Chain({ chain: { entries, waiting, lastLinkedAt, verified } }: { readonly chain: AuditChain }) {
  const { t } = useTranslation();
  return (
    <>
      {verified && !verified.isSound ? (
        <p className={css.warning} role="alert">
          {t('operations.chain.broken', { entry: verified.brokenAt, why: verified.why })}
        </p>
      ) : null}
      <FactRows
        rows={[
          [t('operations.chain.entries'), count(entries)],
          [t('operations.chain.waiting'), count(waiting)],
          [
            t('operations.chain.linkedAt'),
            lastLinkedAt === undefined ? t('common.none') : <Moment key="linked" at={lastLinkedAt} wall />,
          ],
          [
            t('operations.chain.verified'),
            verified ? <Verified key="at" verified={verified} /> : t('operations.chain.never'),
          ],
        ]}
      />
    </>
  );
}

function Verified({ verified }: { readonly verified: NonNullable<AuditChain['verified']> }) {
  const { t } = useTranslation();
  const { isSound, entries, at, by } = verified;
  return (
    <>
      <StateDot tone={isSound ? 'good' : 'bad'}>
        {t(isSound ? 'operations.chain.sound' : 'operations.chain.notSound', { entries: count(entries) })}
      </StateDot>{' '}
      <Moment at={at} wall /> · {by}
    </>
  );
}
