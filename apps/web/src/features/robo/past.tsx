import type { RoboPast } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { moment } from '../../lib/format.ts';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { NoteFile } from './note-file.tsx';
import css from './robo.module.css';

interface PastProps {
  readonly past: readonly RoboPast[];
}

/** Every set of answers so far with what it came to, the newest first. */
export function Past({ past }: PastProps) {
  const { t, i18n } = useTranslation();
  return (
    <Section title={t('robo.past.title')} note={t('robo.past.note')}>
      <ul className={css.rows}>
        {past.map(({ answersId, answeredAt, profile, score, noteId }) => (
          <li key={answersId} className={css.row}>
            <div className={css.words}>
              <span className={css.title}>{profile.name}</span>
              <span className={css.small}>
                <Moment at={answeredAt} wall />
              </span>
            </div>
            <div className={css.share}>{t('robo.profile.ofHundred', { score })}</div>
            {noteId === undefined ? null : (
              <NoteFile
                noteId={noteId}
                label={t('robo.past.noteOf', { moment: moment(Date.parse(answeredAt), Date.now(), i18n.language) })}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
