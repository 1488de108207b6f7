import { Switch } from '@mantine/core';
import type { AlertChannel, NotificationPreferences } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import { Section } from '../../ui/section.tsx';
import css from './alert-settings.module.css';
import { ALERT_CATEGORY_NAMES, ALERT_CHANNEL_NAMES } from './categories.ts';

type Cell = NotificationPreferences['preference_list'][number];

/** Each category of alerts by each channel: a switch a cell, kept as it is put. */
export function NotificationMatrix({ preferences }: { readonly preferences: NotificationPreferences }) {
  const { t } = useTranslation();
  const cellOf = (category: number, channel: AlertChannel): Cell | undefined =>
    preferences.preference_list.find((cell) => cell.notication_category_id === category && cell.channel === channel);
  return (
    <Section title={t('notifications.settings.title')} note={t('notifications.settings.note')} flush>
      <table className={css.matrix}>
        <thead>
          <tr>
            <th scope="col">{t('notifications.settings.category')}</th>
            {ALERT_CHANNEL_NAMES.map((channel) => (
              <th key={channel} scope="col">
                {t(`notifications.settings.channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ALERT_CATEGORY_NAMES.map((name, i) => (
            <tr key={name}>
              <th scope="row">{t(`notifications.category.${name}`)}</th>
              {ALERT_CHANNEL_NAMES.map((channel) => (
                <td key={channel}>
                  <CellSwitch cell={cellOf(i + 1, channel)} category={t(`notifications.category.${name}`)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={css.notes}>
        <li>{t('notifications.settings.lockedNote')}</li>
        <li>
          {preferences.doMailsLeave
            ? t('notifications.settings.mailNote', { address: preferences.email })
            : t('notifications.settings.mailStaysNote', { address: preferences.email })}
        </li>
        <li>{t('notifications.settings.pushNote')}</li>
      </ul>
    </Section>
  );
}

function CellSwitch({ cell, category }: { readonly cell: Cell | undefined; readonly category: string }) {
  const { t } = useTranslation();
  const save = useAction('notificationpreferences', { refreshes: ['notificationpreferences'] });
  if (cell === undefined) return null;
  const { notication_category_id, channel, isOn, isLocked } = cell;
  // While it is on its way the switch stands where it was put.
  const shown = save.isPending ? !isOn : isOn;
  const label = t('notifications.settings.cell', { category, channel: t(`notifications.settings.channel.${channel}`) });
  // A switch that cannot be moved would look as if it were off.
  if (isLocked) return <span className={css.locked}>{t('notifications.settings.always')}</span>;
  return (
    <Switch
      size="sm"
      checked={shown}
      disabled={save.isPending}
      aria-label={label}
      onChange={(event) =>
        save.mutate({ changes: [{ notication_category_id, channel, isOn: event.currentTarget.checked }] })
      }
    />
  );
}
