import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { price as priceText } from '../../lib/format.ts';
import type { PriceLevel } from './candle-chart.tsx';
import { draggedPrice, type MovedLevel, steppedPrice, stepsOfKey } from './level-drag.ts';
import css from './level-handles.module.css';

/** The price scale of a drawn chart, in pixels from its top. */
export interface PriceScale {
  readonly yOf: (price: number) => number | null;
  readonly priceAt: (y: number) => number | null;
}

interface LevelHandlesProps {
  readonly levels: readonly PriceLevel[];
  readonly tick: number;
  readonly moved: MovedLevel | undefined;
  /** The price and what it comes to, as a screen reader says it. */
  readonly describe: (level: PriceLevel, price: number) => string;
  readonly scale: RefObject<PriceScale | undefined>;
  /** `undefined`: it is back where it was. */
  readonly onMove: (moved: MovedLevel | undefined) => void;
}

/** Handles on the lines that can be moved: by pointer, by touch, and with the arrow keys by one tick. */
export function LevelHandles({ levels, moved, ...rest }: LevelHandlesProps) {
  return levels.flatMap((level, index) =>
    level.dragId === undefined
      ? []
      : [
          <LevelHandle
            key={level.dragId}
            {...rest}
            level={level}
            id={level.dragId}
            place={index}
            at={moved?.id === level.dragId ? moved.price : level.price}
          />,
        ],
  );
}

interface LevelHandleProps extends Omit<LevelHandlesProps, 'levels' | 'moved'> {
  readonly level: PriceLevel;
  readonly id: string;
  /** Its place in the row: two levels near each other do not cover each other's handles. */
  readonly place: number;
  /** Where it stands now, rupees. */
  readonly at: number;
}

function LevelHandle({ level, id, place, at, tick, describe, scale, onMove }: LevelHandleProps) {
  const { t } = useTranslation();
  const handle = useRef<HTMLButtonElement>(null);
  const grasp = useRef<number>(undefined);

  // The library tells of no change of its price scale, so the handle looks where its line is.
  useEffect(() => {
    let frame = 0;
    const follow = (): void => {
      const y = scale.current?.yOf(at);
      const button = handle.current;
      if (button) {
        const hidden = y === null || y === undefined;
        button.style.visibility = hidden ? 'hidden' : 'visible';
        if (!hidden) button.style.transform = `translateY(${Math.round(y)}px) translateY(-50%)`;
      }
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [at, scale]);

  const pointerY = (event: PointerEvent): number =>
    event.clientY - (handle.current?.parentElement?.getBoundingClientRect().top ?? 0);

  function grab(event: PointerEvent<HTMLButtonElement>): void {
    const y = scale.current?.yOf(at);
    if (y === null || y === undefined || event.button !== 0) return;
    grasp.current = pointerY(event) - y;
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function drag(event: PointerEvent): void {
    const current = scale.current;
    if (grasp.current === undefined || !current) return;
    const price = draggedPrice(pointerY(event), grasp.current, { priceAt: current.priceAt, tick });
    if (price !== undefined) onMove({ id, price });
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      grasp.current = undefined;
      onMove(undefined);
      return;
    }
    const steps = stepsOfKey(event.key);
    if (steps === undefined) return;
    event.preventDefault();
    onMove({ id, price: steppedPrice(at, steps, tick) });
  }

  return (
    <button
      ref={handle}
      type="button"
      role="slider"
      className={css.handle}
      data-kind={level.kind}
      style={{ insetInlineStart: `${8 + (place % 2) * 116}px` }}
      aria-label={t('chart.drag.handle', { level: level.label })}
      aria-orientation="vertical"
      aria-valuenow={at}
      aria-valuemin={tick}
      aria-valuemax={level.price * 2}
      aria-valuetext={describe(level, at)}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={() => {
        grasp.current = undefined;
      }}
      onPointerCancel={() => {
        grasp.current = undefined;
        onMove(undefined);
      }}
      onKeyDown={press}
    >
      <span className={css.pill}>
        <span aria-hidden="true">⇅</span> {level.label} {priceText(at)}
      </span>
    </button>
  );
}
