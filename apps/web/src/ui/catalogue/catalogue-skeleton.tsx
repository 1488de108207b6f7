import { Skeleton, SkeletonBar } from '../feedback/skeleton.tsx';
import css from './catalogue.module.css';

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f'];

interface CatalogueSkeletonProps {
  readonly label: string;
  /** Of a card, so that nothing moves when it comes. */
  readonly height: string;
}

/** The cards before their words are there. */
export function CatalogueSkeleton({ label, height }: CatalogueSkeletonProps) {
  return (
    <Skeleton label={label}>
      <div className={css.skeleton}>
        {CARDS.map((name) => (
          <SkeletonBar key={name} height={height} />
        ))}
      </div>
    </Skeleton>
  );
}
