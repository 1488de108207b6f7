import css from './catalogue.module.css';

interface TagProps {
  readonly children: string;
  readonly warns?: boolean;
}

/** One or two words beside the name of something. */
export function Tag({ children, warns = false }: TagProps) {
  return <span className={warns ? `${css.tag} ${css.warning}` : css.tag}>{children}</span>;
}
