import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../../lib/format.ts';
import { useCall } from '../../../lib/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Skeleton, SkeletonBar } from '../../../ui/feedback/skeleton.tsx';
import { Moment } from '../../../ui/figures/moment.tsx';
import { Section } from '../../../ui/section.tsx';
import css from './builder.module.css';
import { differencesOf } from './differences.ts';
import type { Definition } from './draft.ts';
import type { OwnTrick } from './own-trick.ts';
import { placeName } from './place-name.ts';

interface VersionsSectionProps {
  readonly trick: OwnTrick;
  /** Puts the rules of a version into the fields, as a draft. */
  readonly onTake: (definition: Definition, version: number) => void;
}

const LISTED = 8;

/** Every version that was saved, what rests on it, and what it changed. */
export function VersionsSection({ trick, onTake }: VersionsSectionProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<number>();
  const [all, setAll] = useState(false);
  const shown = all ? trick.versions : trick.versions.slice(0, LISTED);
  return (
    <Section title={t('builder.versions.title')} note={t('builder.versions.note')}>
      <ol className={css.versions}>
        {shown.map(({ version, at, note, copies, backtests }) => (
          <li key={version}>
            <div className={css.version}>
              <strong>{t('strategies.version', { version })}</strong> <Moment at={at} wall />
              <span className={css.quiet}>
                {[
                  copies > 0 ? t('builder.versions.copies', { count: copies }) : '',
                  backtests > 0 ? t('builder.versions.backtests', { count: backtests }) : '',
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </div>
            {note === '' ? null : <p className={css.noted}>{note}</p>}
            <Button small look="quiet" onClick={() => setOpen(open === version ? undefined : version)}>
              {open === version ? t('builder.versions.hide') : t('builder.versions.show', { version })}
            </Button>
            {open === version ? <Version TricksId={trick.TricksId} version={version} onTake={onTake} /> : null}
          </li>
        ))}
      </ol>
      {trick.versions.length > LISTED && !all ? (
        <Button small look="quiet" onClick={() => setAll(true)}>
          {t('builder.versions.all', { total: count(trick.versions.length) })}
        </Button>
      ) : null}
    </Section>
  );
}

interface VersionProps extends Pick<VersionsSectionProps, 'onTake'> {
  readonly TricksId: number;
  readonly version: number;
}

function Version({ TricksId, version, onTake }: VersionProps) {
  const { t } = useTranslation();
  const own = useCall('owntrick', { TricksId, version });
  const before = useCall('owntrick', { TricksId, version: Math.max(1, version - 1) });
  const skeleton = (
    <Skeleton label={t('builder.loading')}>
      <SkeletonBar height="64px" />
    </Skeleton>
  );
  return (
    <Loaded state={own} skeleton={skeleton}>
      {({ trick: { shown } }) => (
        <div className={css.opened}>
          {version === 1 ? (
            <p className={css.quiet}>{t('builder.versions.first')}</p>
          ) : (
            <Loaded state={before} skeleton={skeleton}>
              {({ trick: earlier }) => <Differences before={earlier.shown.definition} after={shown.definition} />}
            </Loaded>
          )}
          <Button small look="quiet" onClick={() => onTake(shown.definition, version)}>
            {t('builder.versions.take', { version })}
          </Button>
        </div>
      )}
    </Loaded>
  );
}

function Differences({ before, after }: { readonly before: Definition; readonly after: Definition }) {
  const { t } = useTranslation();
  return (
    <dl className={css.differences}>
      {differencesOf(before, after).map(({ path, before: was, after: is }) => (
        <div key={path}>
          <dt>{placeName(path, t) || path}</dt>
          <dd>
            {was === undefined ? null : (
              <del>
                <span className={css.said}>{t('builder.versions.before')} </span>
                {was}
              </del>
            )}{' '}
            {is === undefined ? null : (
              <ins>
                <span className={css.said}>{t('builder.versions.after')} </span>
                {is}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
