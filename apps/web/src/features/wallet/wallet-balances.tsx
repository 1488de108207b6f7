import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Explained } from '../../ui/figures/explained.tsx';
import { Money } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { Section } from '../../ui/section.tsx';

/** What is free in each wallet, and what withdrawals under way hold. */
export function WalletBalances() {
  const { t } = useTranslation();
  const state = useCall('mywallet', {});
  return (
    <Section title={t('wallet.owed')}>
      <Loaded
        state={state}
        failed={t('wallet.failed')}
        skeleton={<SkeletonLines label={t('wallet.loading')} lines={2} />}
      >
        {({ wallets }) => {
          const held = wallets.reduce((sum, { heldPaise }) => sum + heldPaise, 0);
          return (
            <FiguresStrip
              items={[
                ...wallets.map(({ wallet_id: id, balancePaise }) => ({
                  label: t(`wallet.names.${id}`),
                  value: (
                    <Explained ask={{ figure: 'walletFree', wallet_id: id }} value={balancePaise}>
                      <Money paise={balancePaise} />
                    </Explained>
                  ),
                  note: t(`wallet.from.${id}`),
                })),
                {
                  label: t('wallet.held'),
                  value: (
                    <Explained ask={{ figure: 'walletHeld' }} value={held}>
                      <Money paise={held} />
                    </Explained>
                  ),
                  note: t('wallet.heldNote'),
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Section>
  );
}
