import { useEffect, useState } from 'react';

/** Milliseconds until a moment, read every second and never below zero. */
export function useCountdown(until: number): number {
  const [left, setLeft] = useState(() => Math.max(0, until - Date.now()));
  useEffect(() => {
    const tell = (): void => setLeft(Math.max(0, until - Date.now()));
    tell();
    const timer = setInterval(tell, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
