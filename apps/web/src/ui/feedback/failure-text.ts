import type { TFunction } from 'i18next';
import { CallFailure } from '../../lib/call-failure.ts';

/** What a person reads about a failure: the server's own words where it spoke. */
export function failureText(failure: unknown, t: TFunction): string {
  if (!(failure instanceof CallFailure)) return t('failure.badAnswer');
  if (failure.is('SIGNED_OUT')) return t('failure.signedOut');
  if (failure.is('NO_CONNECTION')) return t('failure.noConnection');
  if (failure.status >= 500 && failure.status !== 503) return t('failure.internal');
  return failure.message === '' ? t('failure.badAnswer') : failure.message;
}
