import { IconCopy, IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import css from './team.module.css';
import { inviteLink } from './team-view.ts';

/** The link that fills one's code into the registration, to copy or to hand to another app. */
export function Invite({ referralCode }: { readonly referralCode: string }) {
  const { t } = useTranslation();
  const link = inviteLink(window.location.origin, referralCode);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      showToast({ tone: 'done', text: t('team.invite.copied') });
    } catch {
      // The browser may refuse: the link can still be selected.
      showToast({ tone: 'failed', text: t('team.invite.notCopied') });
    }
  }
  async function share(): Promise<void> {
    // Whoever closes the sheet has not failed at anything.
    await navigator
      .share({ title: t('common.productName'), text: t('team.invite.shareText'), url: link })
      .catch(() => {});
  }
  return (
    <Section title={t('team.invite.title')}>
      <p className={css.text}>{t('team.invite.text')}</p>
      <span className={texts.code}>{link}</span>
      <div className={css.deeds}>
        {'clipboard' in navigator ? (
          <Button icon={<IconCopy size={16} aria-hidden="true" />} onClick={() => void copy()}>
            {t('team.invite.copy')}
          </Button>
        ) : null}
        {'share' in navigator ? (
          <Button look="quiet" icon={<IconShare size={16} aria-hidden="true" />} onClick={() => void share()}>
            {t('team.invite.share')}
          </Button>
        ) : null}
        <span className={css.code}>
          {t('team.invite.code')} <bdi>{referralCode}</bdi>
        </span>
      </div>
    </Section>
  );
}
